import Box from '@mui/material/Box';
import type { ViewerProps } from '../preview-kinds.ts';

/** The browser's own player, which asks the server for the parts it needs. */
export function VideoView({ file, url, pictureUrl, onUnsupported, onEnlarge }: ViewerProps) {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: '100%', p: { xs: 0, sm: 1 } }}>
      <Box
        component="video"
        src={url}
        controls
        autoPlay={onEnlarge === undefined}
        poster={pictureUrl}
        playsInline
        preload="metadata"
        aria-label={file.name}
        onError={onUnsupported}
        sx={{ maxWidth: '100%', maxHeight: '100%', minHeight: 0, borderRadius: 1, bgcolor: '#000' }}
      />
    </Box>
  );
}
