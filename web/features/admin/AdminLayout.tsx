import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import { AdminNavigation } from './AdminNavigation.tsx';

/** The frame of the administrators' pages; what is chosen stands in it. */
export function AdminLayout() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2.5, sm: 3.5 } }}>
      <AdminNavigation />
      <Outlet />
    </Box>
  );
}
