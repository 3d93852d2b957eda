import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { ActiveFiles } from './ActiveFiles.tsx';
import { ChooseButtons } from './ChooseButtons.tsx';
import { groupRowHeight, GroupRow } from './GroupRow.tsx';
import type { UploadSession, UploadSnapshot } from './upload-session.ts';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  picking: FilePicking;
}

/** What was picked, a row for each loose file and each folder; only the rows in sight are drawn. */
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
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  const groups = [...snapshot.groups.values()];
  const virtualizer = useWindowVirtualizer({
    count: groups.length,
    estimateSize: () => groupRowHeight,
    overscan: 12,
    scrollMargin: offset,
  });
  return (
    <Box
      component="ul"
      ref={list}
      sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none', height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const group = groups[item.index];
        return (
          group && (
            <GroupRow
              key={group.key}
              group={group}
              position={{ index: item.index, count: groups.length, top: item.start - offset }}
              onRemove={onRemove}
            />
          )
        );
      })}
    </Box>
  );
}
