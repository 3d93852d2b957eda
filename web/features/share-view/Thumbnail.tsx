import Box from '@mui/material/Box';
import { useCallback, useRef, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { client } from '../../lib/sdk.ts';
import { useInSight } from '../../preview/use-in-sight.ts';
import { fileIcon } from '../../ui/file-icon.ts';
import { Icon } from '../../ui/Icon.tsx';
import { largestPicture, thumbnailOf } from './thumbnails.ts';

/** What is on the screen comes first; a quarter of it ahead. */
const nearby = '25% 0%';

/** The picture itself, small; or the pictogram of what is no picture, too large or cannot be read. */
export function Thumbnail({ shareId, file }: { shareId: string; file: ShareFile }) {
  const [address, setAddress] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const canShow = file.preview === 'image' && file.size <= largestPicture;
  const url = client.fileUrl(shareId, file.id, { inline: true });
  const load = useCallback(
    (signal: AbortSignal) => {
      if (!canShow) return;
      thumbnailOf(url, signal).then(
        (made) => !signal.aborted && setAddress(made),
        () => undefined,
      );
    },
    [url, canShow],
  );
  useInSight(place, load, nearby);
  if (address === undefined) {
    return (
      <Box ref={place} sx={{ display: 'grid' }}>
        <Icon path={fileIcon(file.name)} size={40} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={address}
      alt=""
      sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
    />
  );
}
