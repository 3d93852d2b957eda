import Box from '@mui/material/Box';
import { Print } from '../../ui/files/Print.tsx';
import type { ViewerProps } from '../preview-kinds.ts';

export function AudioView({ file, url, pictureUrl, onUnsupported }: ViewerProps) {
  return (
    <Box
      sx={{ display: 'grid', alignContent: 'center', justifyItems: 'center', gap: 3, height: '100%', p: 2 }}
    >
      <Print file={{ name: file.name, picture: pictureUrl }} sx={printStyle} />
      <Box sx={{ fontWeight: 600, textAlign: 'center', overflowWrap: 'anywhere' }}>{file.name}</Box>
      <Box
        component="audio"
        src={url}
        controls
        preload="metadata"
        aria-label={file.name}
        onError={onUnsupported}
        sx={{ width: '100%', maxWidth: 520 }}
      />
    </Box>
  );
}

const printStyle = { position: 'relative', width: 208, height: 208, rotate: '-2deg' } as const;
