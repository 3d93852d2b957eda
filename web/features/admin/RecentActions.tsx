import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { type IconNode, Server as serverIcon, UserRound as visitorIcon } from 'lucide';
import { Link } from 'react-router';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { paths } from '../../app/paths.ts';
import { actionText } from '../../lib/audit-action-text.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { OverviewCard } from './OverviewCard.tsx';
import { endStyle, rowListStyle, secondLineStyle, signStyle } from './row-style.ts';

const shown = 5;

/** The newest entries of the audit log. */
export function RecentActions() {
  const { t } = useTranslator();
  const entries = useRecentEntries();
  return (
    <OverviewCard
      isFlush
      title={t('web.admin.overview.recent')}
      aside={
        <MuiLink component={Link} to={paths.adminAudit}>
          {t('web.admin.nav.audit')}
        </MuiLink>
      }
    >
      <Box
        component="ul"
        aria-busy={entries === undefined}
        sx={[rowListStyle, { '& > li': { gridTemplateColumns: '40px minmax(0, 1fr) auto' } }]}
      >
        {entries?.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </Box>
    </OverviewCard>
  );
}

function useRecentEntries(): readonly AuditEntry[] | undefined {
  const query = { limit: String(shown) };
  return useQuery({
    queryKey: ['audit', 'recent'],
    queryFn: () => client.audit.list({ query }),
    staleTime: 0,
  }).data?.entries;
}

function Row({ entry: { actor, action, subject, at, ip, result } }: { entry: AuditEntry }) {
  const { t } = useTranslator();
  const format = useFormat();
  // Without an address it was the host.
  const name = actor?.name ?? t(ip === null ? 'web.admin.audit.host' : 'web.admin.audit.nobody');
  const about = subject?.name ?? null;
  return (
    <li>
      {actor ? (
        <Avatar name={name} size={40} />
      ) : (
        <NobodysSign icon={ip === null ? serverIcon : visitorIcon} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: '0.9375rem', fontWeight: 560, lineHeight: '24px' }}>{name}</Box>
        <Box sx={secondLineStyle}>
          {[
            t(actionText(action)),
            ...(about === null || about === name ? [] : [about]),
            ...(result === 'refused' ? [t('web.admin.audit.results.refused')] : []),
          ].join(' · ')}
        </Box>
      </Box>
      <Box sx={endStyle} title={format.dateTime(at)}>
        {format.relative(at)}
      </Box>
    </li>
  );
}

/** In place of the picture of a person. */
function NobodysSign({ icon }: { icon: IconNode }) {
  return (
    <Box aria-hidden sx={signStyle}>
      <Icon icon={icon} size={20} />
    </Box>
  );
}
