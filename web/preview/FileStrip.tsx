import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { FileTile } from '../ui/files/FileTile.tsx';
import { FilmMark } from '../ui/files/FilmMark.tsx';
import { cropOf, fileTypeOf } from '../ui/files/file-type.ts';

interface Props {
  shareId: string;
  files: readonly ShareFile[];
  /** The place of the file that is shown */
  index: number;
  onShow(file: ShareFile): void;
}

/** Files on each side of the shown one: more than fit a screen. */
const most = 20;

/** The files around the one that is shown. The keyboard goes through them with the arrows, so only that one is a stop. */
export function FileStrip({ shareId, files, index, onShow }: Props) {
  const { t } = useTranslator();
  const strip = useRef<HTMLDivElement>(null);
  const first = Math.max(0, index - most);
  useLayoutEffect(() => {
    const { current } = strip;
    const shown = current?.children[index - first];
    if (!current || !(shown instanceof HTMLElement)) return;
    current.scrollLeft = shown.offsetLeft + shown.offsetWidth / 2 - current.clientWidth / 2;
  }, [index, first]);
  return (
    <Box ref={strip} role="group" aria-label={t('web.share.files')} sx={stripStyle}>
      {files.slice(first, index + most + 1).map((file, offset) => (
        <Box
          component="button"
          type="button"
          key={file.id}
          tabIndex={first + offset === index ? 0 : -1}
          aria-label={file.name}
          aria-current={first + offset === index || undefined}
          onClick={() => onShow(file)}
          style={{ aspectRatio: proportionOf(file) }}
        >
          {file.thumbnail ? (
            <>
              <img
                src={client.thumbnailUrl(shareId, file.id, 'small')}
                alt=""
                decoding="async"
                style={cropOf(fileTypeOf(file.name))}
              />
              {fileTypeOf(file.name) === 'film' && <FilmMark size={16} />}
            </>
          ) : (
            <FileTile name={file.name} size={44} />
          )}
        </Box>
      ))}
    </Box>
  );
}

function proportionOf({ thumbnail }: ShareFile): number {
  return thumbnail ? Math.min(1.3, Math.max(0.85, thumbnail.width / thumbnail.height)) : 1;
}

const stripStyle = {
  position: 'relative',
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'safe center',
  gap: 0.5,
  height: 92,
  px: 2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > button': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    minWidth: 44,
    height: { xs: 46, sm: 52 },
    p: 0,
    border: 0,
    borderRadius: '5px',
    bgcolor: 'transparent',
    overflow: 'hidden',
    cursor: 'pointer',
    // Tiles have text, which must stay readable.
    '& > img': { opacity: 0.5, transition: 'opacity 120ms' },
    '&:hover > img': { opacity: 0.8 },
    '&[aria-current] > img': { opacity: 1 },
    '&[aria-current]': {
      mx: 0.75,
      height: { xs: 54, sm: 64 },
      boxShadow: '0 0 0 2px var(--fs-palette-text-primary)',
    },
  },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
} as const;
