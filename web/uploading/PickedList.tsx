import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { useVirtualRows } from '../ui/lists/use-virtual-rows.ts';
import { ActiveFiles } from './ActiveFiles.tsx';
import { ChooseButtons } from './ChooseButtons.tsx';
import { GroupRow, groupRowHeight } from './GroupRow.tsx';
import type { UploadSession, UploadSnapshot } from './upload-session.ts';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  picking: FilePicking;
}

/** The picked files, with a row for each single file and each folder; only the visible rows are rendered. */
export function PickedList({ snapshot, session, picking }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const isChoosing = snapshot.stage.kind === 'choosing';
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.8,
        bgcolor: 'background.paper',
        overflow: 'clip',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          minHeight: 60,
          pl: 2.5,
          pr: 1.5,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ fontWeight: 600 }}>
          {t('web.upload.summary', { count: snapshot.files.size, size: format.bytes(snapshot.size) })}
        </Box>
        {isChoosing && (
          <Button variant="text" onClick={() => session.clear()} sx={{ color: 'text.secondary' }}>
            {t('web.upload.clear')}
          </Button>
        )}
      </Box>
      {!isChoosing && <ActiveFiles notable={snapshot.notable} />}
      <GroupList snapshot={snapshot} onRemove={isChoosing ? (key) => session.remove(key) : undefined} />
      {isChoosing && (
        <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider', '& > div': { justifyContent: 'flex-start' } }}>
          <ChooseButtons picking={picking} />
        </Box>
      )}
    </Box>
  );
}

interface GroupListProps {
  snapshot: UploadSnapshot;
  onRemove: ((groupKey: string) => void) | undefined;
}

function GroupList({ snapshot, onRemove }: GroupListProps) {
  const groups = [...snapshot.groups.values()];
  const { ref, height, first, end } = useVirtualRows<HTMLUListElement>(groups.length, groupRowHeight);
  return (
    <Box
      component="ul"
      ref={ref}
      sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}
      style={{ height }}
    >
      {groups.slice(first, end).map((group, index) => (
        <GroupRow
          key={group.key}
          group={group}
          position={{
            index: first + index,
            count: groups.length,
            top: (first + index) * groupRowHeight,
          }}
          onRemove={onRemove}
        />
      ))}
    </Box>
  );
}
