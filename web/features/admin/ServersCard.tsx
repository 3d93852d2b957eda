import Box from '@mui/material/Box';
import { Server as serverIcon } from 'lucide';
import type { RunningServer } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { OverviewCard } from './OverviewCard.tsx';
import { endStyle, rowListStyle, secondLineStyle, signStyle } from './row-style.ts';

/** The servers that run, of an instance that can have several. */
export function ServersCard({ servers }: { servers: readonly RunningServer[] }) {
  const { t } = useTranslator();
  return (
    <OverviewCard isFlush title={t('web.admin.overview.servers')}>
      <Box
        component="ul"
        sx={[rowListStyle, { '& > li': { gridTemplateColumns: '40px minmax(0, 1fr) auto' } }]}
      >
        {servers.map((server) => (
          <Row key={server.id} server={server} />
        ))}
      </Box>
    </OverviewCard>
  );
}

function Row({ server: { name, version, role, startedAt, seenAt } }: { server: RunningServer }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <li>
      <Box aria-hidden sx={signStyle}>
        <Icon icon={serverIcon} size={20} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: '0.9375rem', fontWeight: 560, lineHeight: '24px' }}>{name}</Box>
        <Box sx={secondLineStyle}>
          {[
            t('web.admin.overview.version', { version }),
            t(`web.admin.overview.serverRoles.${role}`),
            t('web.admin.overview.serverStarted', { time: format.relative(startedAt) }),
          ].join(' · ')}
        </Box>
      </Box>
      <Box sx={endStyle} title={format.dateTime(seenAt)}>
        {t('web.admin.overview.serverSeen', { time: format.relative(seenAt) })}
      </Box>
    </li>
  );
}
