import {
  mdiAccountGroupOutline,
  mdiAlertOutline,
  mdiClipboardTextClockOutline,
  mdiCogClockwise,
  mdiEmailAlertOutline,
  mdiFolderMultipleOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useAdminFacts } from './use-admin-facts.ts';

/** Where an administrator begins. */
export function AdminPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.title'));
  const { users, troubledJobs, hasGivenUpMails, version } = useAdminFacts();

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PageHeader title={t('web.admin.title')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <AreaCard
          path={paths.adminUsers}
          icon={mdiAccountGroupOutline}
          title={t('web.admin.users.title')}
          text={t('web.admin.usersText')}
          figure={users === undefined ? undefined : t('web.admin.users.count', { count: users })}
        />
        <AreaCard
          path={paths.adminShares}
          icon={mdiFolderMultipleOutline}
          title={t('web.admin.shares.title')}
          text={t('web.admin.sharesText')}
        />
        <AreaCard
          path={paths.adminAudit}
          icon={mdiClipboardTextClockOutline}
          title={t('web.admin.audit.title')}
          text={t('web.admin.auditText')}
        />
        <AreaCard
          path={paths.adminJobs}
          icon={mdiCogClockwise}
          title={t('web.admin.jobs.title')}
          text={t('web.admin.jobsText')}
          warning={troubledJobs > 0 ? t('web.admin.jobsFailed', { count: troubledJobs }) : undefined}
        />
        <AreaCard
          path={hasGivenUpMails ? `${paths.adminMails}?state=failed` : paths.adminMails}
          icon={mdiEmailAlertOutline}
          title={t('web.admin.mails.title')}
          text={t('web.admin.mailsText')}
          warning={hasGivenUpMails ? t('web.admin.mailsFailed') : undefined}
        />
      </Box>
      {version !== undefined && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('web.admin.version', { version })}</Box>
      )}
    </Box>
  );
}

interface AreaProps {
  path: string;
  icon: string;
  title: string;
  text: string;
  figure?: string | undefined;
  /** What needs the administrator */
  warning?: string | undefined;
}

function AreaCard({ path, icon, title, text, figure, warning }: AreaProps) {
  return (
    <Box component={Link} to={path} sx={areaStyle}>
      <Icon path={icon} size={28} sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
          {title}
        </Typography>
        <Box sx={{ color: 'text.secondary' }}>{text}</Box>
        {figure !== undefined && <Box sx={{ mt: 1, fontWeight: 550 }}>{figure}</Box>}
        {warning !== undefined && (
          <Box sx={{ display: 'flex', gap: 1, mt: 1, fontWeight: 550, color: 'warning.main' }}>
            <Icon path={mdiAlertOutline} size={20} />
            {warning}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const areaStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 2,
  p: { xs: 2.5, sm: 3 },
  color: 'text.primary',
  textDecoration: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.8,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'paper.lineStrong' },
} as const;
