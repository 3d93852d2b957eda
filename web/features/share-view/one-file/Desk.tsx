import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type SyntheticEvent, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { phoneScreen } from '../../../app/theme.ts';
import { useTranslator } from '../../../lib/i18n.tsx';
import { lazyPart } from '../../../lib/loading/lazy-part.tsx';
import { client } from '../../../lib/sdk.ts';
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { Print } from '../../../ui/files/Print.tsx';
import { pictureOf, ratioOf } from '../pictures.ts';

const PreviewStage = lazyPart(async () => (await import('../../../preview/PreviewStage.tsx')).PreviewStage);

interface Props {
  shareId: string;
  file: ShareFile;
  onEnlarge(): void;
  /** Called when the file could not be loaded or shown: it may have been deleted */
  onFailure(): void;
}

/** Pictures without a smaller copy are shown themselves up to this size. */
const largestPicture = 10_000_000;

/** A file on a desk: its picture, its player, its pages, or a print that says what it is. */
export function Desk({ shareId, file, onEnlarge, onFailure }: Props) {
  const { t } = useTranslator();
  const [filmRatio, setFilmRatio] = useState(file.thumbnail ? ratioOf(file) : undefined);
  const handleMetadata = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLVideoElement && target.videoHeight > 0)
      setFilmRatio(target.videoWidth / target.videoHeight);
  };
  const picture = pictureOf(shareId, file, 'large');
  const canShowItself = file.preview === 'image' && file.size <= largestPicture;
  const image = picture ?? (canShowItself ? client.fileUrl(shareId, file.id, { inline: true }) : undefined);
  const isStill = file.preview === 'image' || file.preview === null;
  if (isStill && image !== undefined) {
    return (
      <Box sx={[deskStyle, stillStyle]}>
        <Picture file={file} url={image} onOpen={file.preview === 'image' ? onEnlarge : undefined} />
      </Box>
    );
  }
  if (isStill) {
    return (
      <Box sx={[deskStyle, stillStyle, blankStyle]}>
        <Print file={{ name: file.name }} sx={printStyle} />
        {file.preview === null && (
          <Box component="p" sx={noteStyle}>
            {t('web.preview.unsupported')}
          </Box>
        )}
      </Box>
    );
  }
  return (
    // The event does not bubble.
    <Box
      sx={[deskStyle, file.preview === 'video' && filmStyle(filmRatio)]}
      onLoadedMetadataCapture={handleMetadata}
    >
      <PartBoundary fallback={null}>
        <PreviewStage shareId={shareId} file={file} onFailure={onFailure} onEnlarge={onEnlarge} />
      </PartBoundary>
    </Box>
  );
}

interface PictureProps {
  file: ShareFile;
  url: string;
  onOpen: (() => void) | undefined;
}

function Picture({ file, url, onOpen }: PictureProps) {
  const { t } = useTranslator();
  const image = (
    <img src={url} alt={file.name} width={file.thumbnail?.width} height={file.thumbnail?.height} />
  );
  if (!onOpen) return image;
  return (
    <ButtonBase
      aria-label={t('web.share.openPreview', { name: file.name })}
      onClick={onOpen}
      sx={pictureButtonStyle}
    >
      {image}
    </ButtonBase>
  );
}

const phoneHeight = 'min(430px, 60dvh)';

const deskStyle = {
  display: 'grid',
  gridTemplate: '"stage" minmax(0, 1fr) / minmax(0, 1fr)',
  height: 'clamp(420px, calc(100dvh - 128px), 900px)',
  border: 1,
  borderColor: 'divider',
  borderRadius: '28px',
  bgcolor: 'paper.well',
  overflow: 'hidden',
  [phoneScreen]: { height: phoneHeight, borderRadius: '20px' },
} as const;

const stillStyle = {
  placeItems: 'center',
  p: { xs: 2.25, md: 5 },
  '& img': {
    display: 'block',
    width: 'auto',
    height: 'auto',
    maxWidth: '100%',
    maxHeight: '100%',
    minHeight: 0,
    objectFit: 'contain',
    borderRadius: '2px',
    boxShadow: 'var(--fs-shadow-print)',
  },
} as const;

/** The note has a line of its own: the print stays in the middle of the rest. */
const blankStyle = { gridTemplateRows: 'minmax(0, 1fr) auto', pb: 2 } as const;

const noteStyle = { m: 0, typography: 'body2', color: 'text.caption' } as const;

const pictureButtonStyle = {
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  cursor: 'zoom-in',
} as const;

/** Most films; it is shown only if the film does not tell its own soon */
const likelyRatio = 16 / 9;

const waitingStyle = {
  '@keyframes wait': { from: { opacity: 0 } },
  animation: 'wait 1ms 500ms backwards',
} as const;

/** As wide and as high as the film */
function filmStyle(known: number | undefined) {
  const ratio = known ?? likelyRatio;
  const fitted = (height: string) => ({ height: 'auto', width: `min(100%, ${height} * ${ratio})` });
  return {
    ...fitted(deskStyle.height),
    ...(known === undefined && waitingStyle),
    aspectRatio: String(ratio),
    justifySelf: 'center',
    bgcolor: 'paper.stage',
    [phoneScreen]: { ...fitted(phoneHeight), borderRadius: '20px' },
  } as const;
}

const printStyle = {
  position: 'relative',
  width: 'min(280px, 56%)',
  aspectRatio: '0.8',
  rotate: '-2.5deg',
  '& div > span': { fontSize: '2.25rem' },
} as const;
