import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Check as checkIcon, CircleAlert as circleAlertIcon, X as xIcon } from 'lucide';
import { errorMessage } from '#sdk/i18n/describe-error.js';
import { tabularNumbers } from '../app/theme.ts';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { FileTile } from '../ui/files/FileTile.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { UploadGroup } from './upload-groups.ts';

/** Pixels */
export const groupRowHeight = 60;

interface Props {
  group: UploadGroup;
  position: { index: number; count: number; top: number };
  /** Missing while the upload runs */
  onRemove: ((groupKey: string) => void) | undefined;
}

export function GroupRow({ group, position, onRemove }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const isRunning = onRemove === undefined;
  return (
    <Box
      component="li"
      aria-posinset={position.index + 1}
      aria-setsize={position.count}
      style={{ transform: `translateY(${position.top}px)` }}
      sx={{
        position: 'absolute',
        inset: '0 0 auto 0',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        height: groupRowHeight,
        pl: 2.5,
        pr: 1.5,
        borderTop: position.index === 0 ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      <FileTile name={group.name} {...(group.isFolder && { type: 'folder' })} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ ...lineStyle, fontWeight: 550, lineHeight: 1.35 }}>{group.name}</Box>
        {group.isFolder && (
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
            {isRunning
              ? t('web.upload.folderProgress', { done: group.sentFiles, count: group.fileCount })
              : t('web.upload.fileCount', { count: group.fileCount })}
          </Box>
        )}
        {group.problem && <Problem error={group.problem} />}
      </Box>
      <Box sx={{ ...tabularNumbers, typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {format.bytes(group.size)}
      </Box>
      {onRemove ? (
        <IconButton
          aria-label={t('web.upload.remove', { name: group.name })}
          onClick={() => onRemove(group.key)}
        >
          <Icon icon={xIcon} size={20} />
        </IconButton>
      ) : (
        <GroupState group={group} />
      )}
      {isRunning && <GroupBar group={group} />}
    </Box>
  );
}

function Problem({ error }: { error: Error }) {
  const text = errorMessage(useTranslator(), error);
  return (
    <Box title={text} sx={{ ...lineStyle, typography: 'caption', color: 'error.main' }}>
      {text}
    </Box>
  );
}

const lineStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function GroupState({ group }: { group: UploadGroup }) {
  const { t } = useTranslator();
  const isFinished = group.finished === group.fileCount;
  const state = isFinished
    ? 'web.upload.stateFinished'
    : group.failed > 0
      ? 'web.upload.stateFailed'
      : undefined;
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', width: 44, flex: 'none' }}>
      {state && (
        <Box role="img" aria-label={t(state)} sx={{ color: isFinished ? 'success.main' : 'error.main' }}>
          <Icon icon={isFinished ? checkIcon : circleAlertIcon} />
        </Box>
      )}
    </Box>
  );
}

/** A thin progress bar at the bottom of the row; the panel beside it shows the numbers. */
function GroupBar({ group }: { group: UploadGroup }) {
  const ratio = group.size > 0 ? Math.min(group.sent / group.size, 1) : 0;
  if (ratio === 0 || group.finished === group.fileCount) return null;
  return (
    <Box
      aria-hidden
      style={{ transform: `scaleX(${ratio})` }}
      sx={{
        position: 'absolute',
        inset: 'auto 0 -1px 0',
        height: 3,
        zIndex: 1,
        bgcolor: 'primary.main',
        transformOrigin: 'left',
      }}
    />
  );
}
