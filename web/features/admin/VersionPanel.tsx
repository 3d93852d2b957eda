import { mdiArrowUpCircleOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Release } from '#sdk/contract/system.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useRelease } from './use-overview.ts';

/** What runs here, whether there is something newer, and where programs read the figures. */
export function VersionPanel() {
  const { t } = useTranslator();
  const { data: release } = useRelease();
  return (
    <Panel>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="h3" component="h2">
          {release
            ? t('web.admin.overview.version', { version: release.version })
            : t('web.admin.overview.program')}
        </Typography>
        {release && <Newest latest={release.latest} />}
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
          {t('web.admin.overview.metrics')}
        </Box>
      </Box>
    </Panel>
  );
}

function Newest({ latest }: Pick<Release, 'latest'>) {
  const { t } = useTranslator();
  if (latest?.isNewer) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Icon path={mdiArrowUpCircleOutline} sx={{ color: 'primary.main' }} />
        <Box sx={{ fontWeight: 550 }}>{t('web.admin.overview.newer', { version: latest.version })}</Box>
        {latest.url !== null && (
          <MuiLink href={latest.url} target="_blank" rel="noreferrer">
            {t('web.admin.overview.whatIsNew')}
          </MuiLink>
        )}
      </Box>
    );
  }
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
      {t(latest ? 'web.admin.overview.isNewest' : 'web.admin.overview.newestUnknown')}
    </Box>
  );
}
