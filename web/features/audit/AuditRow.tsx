import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { ChevronDown as chevronDownIcon, ChevronUp as chevronUpIcon } from 'lucide';
import { useId, useState } from 'react';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { actionText } from '../../lib/audit-action-text.ts';
import { useDeviceName } from '../../lib/device-name.ts';
import { deviceOf } from '../../lib/device-of.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { DescriptionList } from '../../ui/lists/DescriptionList.tsx';

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslator();
  const format = useFormat();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { action, at, actor, result, ip } = entry;
  // Without an address it was the host.
  const name = actor?.name ?? t(ip === null ? 'web.admin.audit.host' : 'web.admin.audit.nobody');
  return (
    <>
      <tr role="row" data-open={isOpen}>
        <td role="cell" data-name>
          <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, lineHeight: '24px', overflowWrap: 'anywhere' }}>
            {t(actionText(action))}
            {entry.subject && (
              <Box component="span" data-narrow sx={{ fontWeight: 430 }}>
                {' · '}
                <AuditSubject entry={entry} />
              </Box>
            )}
          </Box>
          <div data-summary>
            {result === 'refused' && (
              <Box component="span" sx={{ color: 'error.main', fontWeight: 560 }}>
                {t('web.admin.audit.results.refused')}
                {' · '}
              </Box>
            )}
            {name} · {format.dateTime(at)}
          </div>
        </td>
        <td role="cell" title={format.relative(at)}>
          <Box component="span" sx={{ whiteSpace: { md: 'nowrap' } }}>
            {format.dateTime(at)}
          </Box>
        </td>
        <td role="cell">
          <NoWrap>{name}</NoWrap>
        </td>
        <td role="cell">
          <AuditSubject entry={entry} />
        </td>
        <td role="cell">
          <StateLabel color={result === 'done' ? 'success.main' : 'error.main'}>
            {t(`web.admin.audit.results.${result}`)}
          </StateLabel>
        </td>
        <td role="cell">
          <NoWrap>{ip ?? '–'}</NoWrap>
        </td>
        <td role="cell" data-end>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <IconButton
              aria-label={t('web.admin.audit.details', { action: t(actionText(action)) })}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon icon={isOpen ? chevronUpIcon : chevronDownIcon} />
            </IconButton>
          </Box>
        </td>
      </tr>
      {isOpen && (
        <tr role="row" id={id} data-details>
          <td role="cell" colSpan={7} data-name>
            <AuditDetails entry={entry} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Does not wrap on screens that are wide enough for an IPv6 address. */
function NoWrap({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: { lg: 'nowrap' } }}>
      {children}
    </Box>
  );
}

/** The subject of an action. Sessions are recorded with their whole `User-Agent`. */
function AuditSubject({ entry: { action, subject } }: { entry: AuditEntry }) {
  const nameDevice = useDeviceName();
  if (!subject) return '–';
  if (action === 'session.end') {
    return <span title={subject.name ?? undefined}>{nameDevice(deviceOf(subject.name))}</span>;
  }
  // Some names are not recorded. The whole ID is among the details.
  return subject.name ?? <span title={subject.id}>{subject.id.slice(0, 8)}</span>;
}

/** All details of an entry that have no column. */
function AuditDetails({ entry }: { entry: AuditEntry }) {
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
  return <DescriptionList items={facts} sx={columnsStyle} />;
}

const columnsStyle = {
  gridTemplateColumns: { xs: 'minmax(0, auto) minmax(0, 1fr)', md: 'max-content minmax(0, 1fr)' },
  columnGap: 2.5,
  rowGap: 0.5,
} as const;
