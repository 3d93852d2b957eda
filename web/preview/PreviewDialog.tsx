import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../lib/i18n.tsx';
import { visuallyHidden } from '../ui/visually-hidden.ts';
import { FileDetails } from './FileDetails.tsx';
import { keepsArrows, useSwipe } from './gestures.ts';
import { PreviewHeader } from './PreviewHeader.tsx';
import { PreviewStage } from './PreviewStage.tsx';
import { StepButtons } from './StepButtons.tsx';

interface Props {
  shareId: string;
  /** What next and previous walk through. */
  files: readonly ShareFile[];
  /** The one that is shown; one of `files`. */
  file: ShareFile;
  hasDirectLinks: boolean;
  onShow(file: ShareFile): void;
  onClose(): void;
  /** The file could not be had or shown: it may be gone. */
  onFailure(): void;
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One file of a share over the whole page, and the way to its neighbours. */
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
  const swipe = useSwipe(step);

  function handleKeyDown(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (keepsArrows(event.target)) return;
    event.preventDefault();
    step(by);
  }

  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={handleKeyDown}
      aria-labelledby={`${id}-name`}
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
      <Box {...swipe} sx={stageStyle(files.length > 1)}>
        <PreviewStage key={file.id} shareId={shareId} file={file} onFailure={onFailure} />
        {files.length > 1 && (
          <StepButtons
            hasPrevious={index > 0}
            hasNext={index < files.length - 1}
            position={position}
            onStep={step}
          />
        )}
      </Box>
    </Dialog>
  );
}

/** The margin and frame of other dialogs are not for one that is the whole screen. */
const paperStyle = {
  m: 0,
  maxWidth: 'none',
  border: 0,
  borderRadius: 0,
  bgcolor: 'background.default',
  overflow: 'hidden',
} as const;

/** On a phone the buttons stand below, elsewhere on both sides. */
function stageStyle(hasSteps: boolean) {
  return {
    flex: 1,
    minHeight: 0,
    display: 'grid',
    gridTemplateColumns: {
      xs: 'minmax(0, 1fr)',
      sm: hasSteps ? '72px minmax(0, 1fr) 72px' : 'minmax(0, 1fr)',
    },
    gridTemplateRows: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr)' },
    gridTemplateAreas: {
      xs: hasSteps ? '"stage" "steps"' : '"stage"',
      sm: hasSteps ? '"previous stage next"' : '"stage"',
    },
    bgcolor: 'paper.sunken',
  } as const;
}
