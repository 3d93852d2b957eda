import Box from '@mui/material/Box';
import { PrintFan } from '../../ui/files/PrintFan.tsx';

const files = ['report.pdf', 'interview.wav', 'page.html', 'budget.xlsx', 'holiday.jpg'].map((name) => ({
  name,
}));

/** A share, as prints of some files. Says nothing that the text beside it does not say. */
export function HomeIllustration() {
  return (
    <Box aria-hidden sx={{ display: { xs: 'none', md: 'block' } }}>
      <PrintFan files={files} />
    </Box>
  );
}
