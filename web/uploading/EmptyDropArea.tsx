import { mdiTrayArrowUp } from '@mdi/js';
import Box from '@mui/material/Box';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ChooseButtons } from './ChooseButtons.tsx';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  picking: FilePicking;
  /** Bytes all files may have together; null: only the disk limits. */
  maxSize: number | null;
}

export function EmptyDropArea({ picking, maxSize }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 1,
        minHeight: { xs: 300, md: 440 },
        px: 3,
        py: 5,
        textAlign: 'center',
        border: '2px dashed',
        borderColor: 'paper.lineStrong',
        borderRadius: 2,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 72,
          height: 72,
          mb: 2,
          borderRadius: '50%',
          bgcolor: 'primary.light',
          color: 'primary.main',
        }}
      >
        <Icon path={mdiTrayArrowUp} size={34} />
      </Box>
      <Box sx={{ typography: 'h2', fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)' }}>
        <TextBySize narrow={t('web.upload.chooseTitle')} wide={t('web.upload.dropTitle')} />
      </Box>
      <Box sx={{ color: 'text.secondary', mb: 2.5 }}>
        <TextBySize narrow={t('web.upload.chooseText')} wide={t('web.upload.dropText')} />
      </Box>
      <ChooseButtons picking={picking} isProminent />
      {maxSize !== null && (
        <Box sx={{ mt: 2, typography: 'body2', color: 'text.secondary' }}>
          {t('web.upload.maxSize', { size: format.bytes(maxSize) })}
        </Box>
      )}
    </Box>
  );
}

/** Nobody drops files on a phone. */
function TextBySize({ narrow, wide }: { narrow: string; wide: string }) {
  return (
    <>
      <Box component="span" sx={{ display: { xs: 'inline', sm: 'none' } }}>
        {narrow}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {wide}
      </Box>
    </>
  );
}
