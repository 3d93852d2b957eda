import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { CircleAlert as alertIcon, Check as checkIcon, ChevronDown as chevronIcon, X as xIcon } from 'lucide';
import { memo } from 'react';
import { errorMessage } from '#sdk/i18n/describe-error.js';
import { progressTransition, tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { FileTile } from '../../ui/files/FileTile.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { usePicture } from '../pictures/use-picture.ts';
import { ratioOf, type UploadItem } from './upload-items.ts';

interface Props {
  item: UploadItem;
  /** Missing for a folder */
  file: File | undefined;
  isOpen: boolean;
  isRunning: boolean;
  onOpen(key: string, opening: 'some' | 'closed'): void;
  onRemove(key: string, button: HTMLElement): void;
}

/** What a row says of a file or folder. While the upload runs, the row fills from below. */
export const ItemRow = memo(function ItemRow({ item, file, isOpen, isRunning, onOpen, onRemove }: Props) {
  const { t } = useTranslator();
  const { key, name, isFolder } = item;
  const picture = usePicture(file);
  return (
    <>
      {isFolder ? (
        <ButtonBase
          aria-expanded={isOpen}
          onClick={() => onOpen(key, isOpen ? 'closed' : 'some')}
          sx={toggleStyle}
        >
          <Icon icon={chevronIcon} size={16} sx={isOpen ? chevronStyle : closedStyle} />
          <FileTile name={name} type="folder" />
          <Texts item={item} isRunning={isRunning} />
        </ButtonBase>
      ) : (
        <Box sx={fileStyle}>
          <FileTile name={name} picture={picture} />
          <Texts item={item} isRunning={isRunning} />
        </Box>
      )}
      {isRunning ? (
        <Progress item={item} />
      ) : (
        <>
          <Size size={item.size} />
          <IconButton
            data-remove
            aria-label={t('web.upload.remove', { name })}
            onClick={({ currentTarget }) => onRemove(key, currentTarget)}
          >
            <Icon icon={xIcon} size={18} />
          </IconButton>
        </>
      )}
    </>
  );
});

function Texts({ item, isRunning }: { item: UploadItem; isRunning: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  const { isFolder, fileCount, sentFiles, problem, name } = item;
  const count = isRunning
    ? t('web.upload.folderProgress', { done: sentFiles, count: fileCount })
    : t('web.upload.fileCount', { count: fileCount });
  const text = problem ? errorMessage(translator, problem) : isFolder ? count : undefined;
  return (
    <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
      <Box component="span" title={name} sx={nameStyle}>
        {name}
      </Box>
      {text !== undefined && (
        <Box component="span" title={text} sx={[lineStyle, problem ? { color: 'error.main' } : {}]}>
          {text}
        </Box>
      )}
    </Box>
  );
}

function Size({ size }: { size: number }) {
  return (
    <Box sx={{ ...tabularNumbers, typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
      {useFormat().bytes(size)}
    </Box>
  );
}

function Progress({ item }: { item: UploadItem }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { size, sent, fileCount, finished } = item;
  const ratio = ratioOf(item);
  const isMoving = finished < fileCount && ratio > 0 && ratio < 1;
  const state = stateOf(item);
  return (
    <>
      <Box sx={amountStyle}>
        {isMoving
          ? t('web.upload.sentOf', { sent: format.bytes(sent), total: format.bytes(size) })
          : format.bytes(size)}
      </Box>
      <Box sx={stateStyle}>
        {state ? (
          <Box
            role="img"
            aria-label={t(state.label)}
            sx={{ display: 'grid', justifyItems: 'end', color: state.color }}
          >
            <Icon icon={state.icon} size={16} />
          </Box>
        ) : (
          ratio > 0 && format.percent(ratio)
        )}
      </Box>
      {isMoving && (
        <Box aria-hidden sx={trackStyle}>
          <Box style={{ transform: `scaleX(${ratio})` }} sx={barStyle} />
        </Box>
      )}
    </>
  );
}

const states = {
  finished: { label: 'web.upload.stateFinished', icon: checkIcon, color: 'success.main' },
  failed: { label: 'web.upload.stateFailed', icon: alertIcon, color: 'error.main' },
  // Files of a bundle are answered together.
  sent: { label: 'web.upload.stateSent', icon: checkIcon, color: 'text.caption' },
} as const;

/** What a mark says better than a percentage. */
function stateOf({ fileCount, finished, sentFiles, failed }: UploadItem) {
  if (finished === fileCount) return states.finished;
  if (failed > 0) return states.failed;
  return sentFiles === fileCount ? states.sent : undefined;
}

const partStyle = {
  flex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 1.75,
  minWidth: 0,
  height: '100%',
} as const;

const fileStyle = { ...partStyle, pl: 2 } as const;

const toggleStyle = {
  ...partStyle,
  justifyContent: 'flex-start',
  pl: 1.25,
  gap: 0.75,
  textAlign: 'start',
  font: 'inherit',
  '& > :last-child': { ml: 1 },
} as const;

const chevronStyle = { color: 'text.secondary', transition: 'rotate 160ms' } as const;
const closedStyle = { ...chevronStyle, rotate: '-90deg', '[dir=rtl] &': { rotate: '90deg' } } as const;

const lineStyle = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  typography: 'body2',
  color: 'text.caption',
} as const;

const nameStyle = {
  ...lineStyle,
  unicodeBidi: 'plaintext',
  textAlign: 'match-parent',
  fontSize: '0.9375rem',
  fontWeight: 540,
  // Two lines where one is short: files with long names would look alike.
  display: { xs: '-webkit-box', sm: 'block' },
  WebkitLineClamp: '2',
  WebkitBoxOrient: 'vertical',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  overflowWrap: 'anywhere',
  lineHeight: { xs: 1.25, sm: 1.35 },
  color: 'text.primary',
} as const;

const amountStyle = {
  ...tabularNumbers,
  display: { xs: 'none', sm: 'block' },
  typography: 'body2',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
} as const;

const stateStyle = {
  ...tabularNumbers,
  width: 52,
  flex: 'none',
  typography: 'body2',
  color: 'text.secondary',
  textAlign: 'end',
} as const;

const trackStyle = {
  position: 'absolute',
  // From the name to the end of the figures, not below the tile
  insetInline: '76px 16px',
  bottom: -1,
  height: 3,
  zIndex: 1,
  bgcolor: 'paper.well',
} as const;

const barStyle = {
  height: '100%',
  bgcolor: 'primary.main',
  transformOrigin: 'left',
  '[data-waiting] &': { bgcolor: 'warning.line' },
  transition: progressTransition,
} as const;
