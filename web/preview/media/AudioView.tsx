import Box from '@mui/material/Box';
import { Music as musicIcon } from 'lucide';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { ViewerProps } from '../preview-kinds.ts';

export function AudioView({ file, url, onUnsupported }: ViewerProps) {
  return (
    <Box
      sx={{ display: 'grid', alignContent: 'center', justifyItems: 'center', gap: 3, height: '100%', p: 2 }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 120,
          height: 120,
          borderRadius: 3,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          color: 'text.secondary',
        }}
      >
        <Icon icon={musicIcon} size={56} />
      </Box>
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
