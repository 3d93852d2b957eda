import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { phoneScreen } from '../app/theme.ts';
import { forward } from '../lib/direction.ts';
import { useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { visuallyHidden } from '../ui/layout/visually-hidden.ts';
import { FileDetails } from './FileDetails.tsx';
import { FileStrip } from './FileStrip.tsx';
import { PreviewHeader } from './PreviewHeader.tsx';
import { PreviewStage } from './PreviewStage.tsx';
import { StepButtons } from './StepButtons.tsx';
import { useReturn } from './use-return.ts';
import { isPlayer, isWide, useSwipe } from './use-swipe.ts';

interface Props {
  shareId: string;
  /** The files for next and previous */
  files: readonly ShareFile[];
  /** The one that is shown; one of `files`. */
  file: ShareFile;
  hasDirectLinks: boolean;
  onShow(file: ShareFile): void;
  onClose(): void;
  /** Called when the file could not be loaded or shown: it may have been deleted */
  onFailure(): void;
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The preview of a file, over the whole page, with buttons to the next and previous ones. */
export function PreviewDialog({ shareId, files, file, hasDirectLinks, onShow, onClose, onFailure }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const [showsDetails, setShowsDetails] = useState(false);
  const index = files.indexOf(file);
  const position = t('web.preview.position', { number: index + 1, count: files.length });
  const step = (by: number) => {
    const next = files[index + by];
    if (next) onShow(next);
  };
  // Dialogs are drawn late: a reference would still be empty when effects run.
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  useReturn(files, file);
  useSwipe(stage, { onStep: step, onPull: file.preview === 'image' ? onClose : undefined });
  usePreloaded(shareId, [files[index + 1], files[index - 1]]);

  function handleKeyDown(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (keepsArrows(event.target)) return;
    event.preventDefault();
    step(by * forward());
  }

  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={handleKeyDown}
      aria-labelledby={`${id}-name`}
      // A dark stage in both schemes: its whole content takes the dark colours.
      data-color-scheme="dark"
      slotProps={{ paper: { sx: paperStyle } }}
    >
      <PreviewHeader
        id={id}
        shareId={shareId}
        file={file}
        position={files.length > 1 ? position : undefined}
        showsDetails={showsDetails}
        onDetails={() => setShowsDetails(!showsDetails)}
        onClose={onClose}
      />
      {showsDetails && (
        <FileDetails id={`${id}-details`} shareId={shareId} file={file} hasDirectLink={hasDirectLinks} />
      )}
      <Box role="status" sx={visuallyHidden}>
        {`${file.name}, ${position}`}
      </Box>
      <Box ref={setStage} sx={stageStyle(files.length > 1)}>
        <PreviewStage key={file.id} shareId={shareId} file={file} onFailure={onFailure} />
        {files.length > 1 && (
          <StepButtons hasPrevious={index > 0} hasNext={index < files.length - 1} onStep={step} />
        )}
      </Box>
      {files.length > 1 && <FileStrip shareId={shareId} files={files} index={index} onShow={onShow} />}
    </Dialog>
  );
}

/** A full-screen dialog has neither the margin nor the frame of other dialogs. */
const paperStyle = {
  m: 0,
  maxWidth: 'none',
  border: 0,
  borderRadius: 0,
  bgcolor: 'paper.stage',
  colorScheme: 'dark',
  overflow: 'hidden',
} as const;

/** The buttons are on both sides; phones have none. */
function stageStyle(hasSteps: boolean) {
  return {
    flex: 1,
    minHeight: 0,
    display: 'grid',
    gridTemplateColumns: hasSteps ? '72px minmax(0, 1fr) 72px' : 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    gridTemplateAreas: hasSteps ? '"previous stage next"' : '"stage"',
    [phoneScreen]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateAreas: '"stage"' },
  } as const;
}

/** Loads the pictures of the files that are likely to be shown next. */
function usePreloaded(shareId: string, neighbours: readonly (ShareFile | undefined)[]): void {
  const addresses = neighbours
    .flatMap((file) => (file?.thumbnail ? [client.thumbnailUrl(shareId, file.id, 'large')] : []))
    .join(' ');
  useEffect(() => {
    for (const address of addresses.split(' ').filter(Boolean)) new Image().src = address;
  }, [addresses]);
}

/** Whether an element uses the arrow keys itself. */
function keepsArrows(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return isPlayer(target) || target.matches('input, textarea, select') || isWide(target);
}
