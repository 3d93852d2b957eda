import Box from '@mui/material/Box';
import type { ViewerProps } from '../preview-kinds.ts';

/** The browser's own player, which asks the server for the parts it needs. */
export function VideoView({ file, url, pictureUrl, onUnsupported, onEnlarge }: ViewerProps) {
  const isOnDesk = onEnlarge !== undefined;
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: '100%', p: { xs: 0, sm: isOnDesk ? 0 : 1 } }}>
      <Box
        component="video"
        src={url}
        controls
        poster={pictureUrl}
        playsInline
        preload="metadata"
        aria-label={file.name}
        onError={onUnsupported}
        sx={isOnDesk ? { width: '100%', height: '100%', minHeight: 0 } : videoStyle}
      />
    </Box>
  );
}

const videoStyle = {
  maxWidth: '100%',
  maxHeight: '100%',
  minHeight: 0,
  borderRadius: 1,
  bgcolor: '#000',
} as const;
