import Box from '@mui/material/Box';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { useTranslator } from '../../lib/i18n.tsx';

/** Everything about an entry that has no column: as it is written down, for a closer look. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslator();
  const { action, actor, subject, apiKeyId, requestId, details } = entry;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('web.admin.audit.exactTime'), entry.at],
    [t('web.admin.audit.action'), action],
    ...Object.entries(details).map(([name, value]) => [name, String(value)] as const),
    ...(actor ? [[t('web.admin.audit.actorId'), actor.id] as const] : []),
    ...(action === 'session.end' && subject?.name
      ? [[t('web.admin.audit.columnSubject'), subject.name] as const]
      : []),
    ...(subject ? [[t('web.admin.audit.subjectId'), subject.id] as const] : []),
    ...(apiKeyId === null ? [] : [[t('web.admin.audit.apiKeyId'), apiKeyId] as const]),
    ...(requestId === null ? [] : [[t('web.admin.audit.requestId'), requestId] as const]),
  ];
  return (
    <Box component="dl" sx={listStyle}>
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, auto) minmax(0, 1fr)', md: 'max-content minmax(0, 1fr)' },
  columnGap: 2.5,
  rowGap: 0.5,
  m: 0,
  typography: 'body2',
  '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;
