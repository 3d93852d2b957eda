import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { client } from '../../lib/sdk.ts';
import { fileIcon } from '../../ui/file-icon.ts';
import { Icon } from '../../ui/Icon.tsx';
import { largestPicture, thumbnailOf } from './thumbnails.ts';

/** The picture itself, small; or the pictogram of what is no picture, too large or cannot be read. */
export function Thumbnail({ shareId, file }: { shareId: string; file: ShareFile }) {
  const [address, setAddress] = useState<string>();
  const canShow = file.preview === 'image' && file.size <= largestPicture;
  const url = client.fileUrl(shareId, file.id, { inline: true });
  useEffect(() => {
    if (!canShow) return undefined;
    const leaving = new AbortController();
    thumbnailOf(url, leaving.signal).then(
      (made) => !leaving.signal.aborted && setAddress(made),
      () => undefined,
    );
    return () => leaving.abort();
  }, [url, canShow]);
  if (address === undefined) return <Icon path={fileIcon(file.name)} size={40} />;
  return (
    <Box
      component="img"
      src={address}
      alt=""
      sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
    />
  );
}
