import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';

/** The frame of the administrators' pages, with the current one inside. */
export function AdminLayout() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2.5, sm: 3.5 } }}>
      <AdminNavigation />
      <Outlet />
    </Box>
  );
}

const areas: readonly { path: string; label: MessageKey }[] = [
  { path: paths.admin, label: 'web.admin.nav.overview' },
  { path: paths.adminUsers, label: 'web.admin.nav.users' },
  { path: paths.adminShares, label: 'web.admin.nav.shares' },
  { path: paths.adminMails, label: 'web.admin.nav.mails' },
  { path: paths.adminWebhooks, label: 'web.admin.nav.webhooks' },
  { path: paths.adminWorkloads, label: 'web.admin.nav.workloads' },
  { path: paths.adminMalware, label: 'web.admin.nav.malware' },
  { path: paths.adminJobs, label: 'web.admin.nav.jobs' },
  { path: paths.adminAudit, label: 'web.admin.nav.audit' },
  { path: paths.adminConfigStart, label: 'web.admin.nav.config' },
];

/** Links to the administrators' pages. */
function AdminNavigation() {
  const { t } = useTranslator();
  return (
    <TabLinks
      label={t('web.admin.title')}
      links={areas.map(({ path, label }) => ({ path, text: t(label) }))}
    />
  );
}
