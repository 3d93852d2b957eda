import { mdiTrashCanOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import { Icon } from '../../ui/Icon.tsx';
import { SkeletonBar } from '../../ui/SkeletonBar.tsx';

/** What is lost, line by line. */
export function LossList({ losses }: { losses: readonly string[] | undefined }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 1.25,
        m: 0,
        p: 2,
        listStyle: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.2,
        bgcolor: 'background.paper',
      }}
    >
      {losses
        ? losses.map((loss) => (
            <Box component="li" key={loss} sx={{ display: 'flex', gap: 1.25 }}>
              <Icon path={mdiTrashCanOutline} size={20} sx={{ mt: 0.25, color: 'error.main' }} />
              {loss}
            </Box>
          ))
        : [0, 1, 2].map((line) => (
            <li key={line}>
              <SkeletonBar width="70%" height={20} />
            </li>
          ))}
    </Box>
  );
}
