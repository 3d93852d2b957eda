import Box from '@mui/material/Box';
import { Upload as uploadIcon } from 'lucide';
import { createPortal } from 'react-dom';
import type { DropzoneState } from 'react-dropzone';
import { Icon } from '../ui/icons/Icon.tsx';

interface Props extends Pick<DropzoneState, 'getRootProps'> {
  isShown: boolean;
  title: string;
}

/** A sheet over the whole window, dialogs as well, while files are dragged over it, which accepts the drop anywhere. */
export function DropOverlay({ getRootProps, isShown, title }: Props) {
  return createPortal(
    <Box
      {...getRootProps({ role: 'presentation', tabIndex: -1 })}
      data-testid="drop-target"
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'tooltip',
        display: 'grid',
        p: 1.75,
        pointerEvents: isShown ? 'auto' : 'none',
        visibility: isShown ? 'visible' : 'hidden',
        opacity: isShown ? 1 : 0,
        transition: 'opacity 120ms, visibility 120ms',
        '@starting-style': { opacity: 0 },
        bgcolor: 'color-mix(in srgb, var(--fs-palette-background-default) 72%, transparent)',
        backdropFilter: 'blur(10px)',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          gap: 3,
          p: 3,
          textAlign: 'center',
          typography: 'h1',
          border: 2,
          borderColor: 'primary.main',
          borderRadius: 2.4,
          bgcolor:
            'color-mix(in srgb, var(--fs-palette-primary-light) 70%, var(--fs-palette-background-paper))',
        }}
      >
        <Icon icon={uploadIcon} size={56} sx={{ color: 'primary.main' }} />
        {title}
      </Box>
    </Box>,
    document.body,
  );
}
