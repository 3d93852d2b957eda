import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { LargeShare } from '#sdk/contract/statistics.js';
import { anyShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';

const columns: readonly Column[] = [
  { label: 'web.admin.overview.columnShare' },
  { label: 'web.admin.overview.columnOwner' },
  { label: 'web.admin.overview.columnFiles', isNumeric: true },
  { label: 'web.admin.overview.columnSize', isNumeric: true },
];

/** Where the room went. */
export function LargestShares({ shares }: { shares: readonly LargeShare[] }) {
  const { t } = useTranslator();
  if (shares.length === 0) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('web.admin.overview.largest')}
      </Typography>
      <DataTable label="web.admin.overview.largest" columns={columns}>
        {shares.map((share) => (
          <Row key={share.id} share={share} />
        ))}
      </DataTable>
    </Box>
  );
}

function Row({ share }: { share: LargeShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <tr role="row">
      <td role="cell" data-full>
        <MuiLink component={Link} to={anyShareDetailsPath(share.id)} sx={{ fontWeight: 600 }}>
          {share.name ?? share.id}
        </MuiLink>
      </td>
      <td role="cell" data-label={t('web.admin.overview.columnOwner')}>
        {share.owner ?? t('web.admin.overview.noOwner')}
      </td>
      <td role="cell" data-label={t('web.admin.overview.columnFiles')} data-numeric>
        {format.number(share.files)}
      </td>
      <td role="cell" data-label={t('web.admin.overview.columnSize')} data-numeric>
        {format.bytes(share.size)}
      </td>
    </tr>
  );
}
