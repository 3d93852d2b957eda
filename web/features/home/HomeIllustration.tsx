import {
  mdiFileDocumentOutline,
  mdiFolderOutline,
  mdiImageOutline,
  mdiLinkVariant,
  mdiVideoOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import { Icon } from '../../ui/icons/Icon.tsx';

const rows = [
  { icon: mdiFolderOutline, name: '46%', size: '14%' },
  { icon: mdiImageOutline, name: '58%', size: '12%' },
  { icon: mdiVideoOutline, name: '38%', size: '16%' },
  { icon: mdiFileDocumentOutline, name: '52%', size: '10%' },
] as const;

/** A share, drawn: some files, one link. Says nothing that the text beside it does not say. */
export function HomeIllustration() {
  return (
    <Box aria-hidden sx={{ display: { xs: 'none', md: 'block' }, position: 'relative', pb: 5, pr: 2 }}>
      <Box
        sx={{
          ...sheetStyle,
          position: 'absolute',
          inset: '20px -4px 20px 36px',
          transform: 'rotate(2.2deg)',
          bgcolor: 'paper.sunken',
        }}
      />
      <Box sx={{ ...sheetStyle, position: 'relative', p: 3 }}>
        <Box
          sx={{ ...barStyle, width: '44%', height: 14, bgcolor: 'text.primary', opacity: 0.85, mb: 1.25 }}
        />
        <Box sx={{ ...barStyle, width: '68%', height: 8, mb: 3 }} />
        {rows.map((row) => (
          <Box
            key={row.icon}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              py: 1.75,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Icon path={row.icon} sx={{ color: 'text.secondary' }} />
            <Box sx={{ ...barStyle, width: row.name, height: 9 }} />
            <Box sx={{ ...barStyle, width: row.size, height: 9, ml: 'auto' }} />
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          position: 'absolute',
          right: -6,
          bottom: 12,
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 2.5,
          py: 1.75,
          borderRadius: 1.4,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          fontWeight: 560,
          letterSpacing: '-0.01em',
        }}
      >
        <Icon path={mdiLinkVariant} size={20} />
        files.example.org/s/summer
      </Box>
    </Box>
  );
}

const sheetStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.8,
  bgcolor: 'background.paper',
} as const;
const barStyle = { borderRadius: 1, bgcolor: 'paper.line' } as const;
