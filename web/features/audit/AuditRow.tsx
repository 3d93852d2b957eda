import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useId, useState } from 'react';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { AuditDetails } from './AuditDetails.tsx';
import { AuditSubject } from './AuditSubject.tsx';
import { actionText } from './audit-actions.ts';

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslator();
  const format = useFormat();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { action, at, actor, result, ip } = entry;
  const cell = (label: string) => ({ role: 'cell', 'data-label': label });
  return (
    <>
      <tr role="row" data-open={isOpen}>
        <td {...cell(t('web.admin.audit.columnAction'))} data-full>
          <Box component="span" sx={{ fontWeight: 550 }}>
            {t(actionText(action))}
          </Box>
        </td>
        <td {...cell(t('web.admin.audit.columnTime'))} title={format.relative(at)}>
          <Box component="span" sx={{ whiteSpace: { md: 'nowrap' } }}>
            {format.dateTime(at)}
          </Box>
        </td>
        <td {...cell(t('web.admin.audit.columnActor'))}>
          {/* Without an address it was no visitor. */}
          <Whole>{actor?.name ?? t(ip === null ? 'web.admin.audit.host' : 'web.admin.audit.nobody')}</Whole>
        </td>
        <td {...cell(t('web.admin.audit.columnSubject'))}>
          <AuditSubject entry={entry} />
        </td>
        <td {...cell(t('web.admin.audit.columnResult'))}>
          <StateMark color={result === 'done' ? 'success.main' : 'error.main'}>
            {t(`web.admin.audit.results.${result}`)}
          </StateMark>
        </td>
        <td {...cell(t('web.admin.audit.columnAddress'))}>
          <Whole>{ip ?? '–'}</Whole>
        </td>
        <td role="cell" data-corner>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <IconButton
              aria-label={t('web.admin.audit.details', { action: t(actionText(action)) })}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />
            </IconButton>
          </Box>
        </td>
      </tr>
      {isOpen && (
        <tr role="row" id={id} data-details>
          <td role="cell" colSpan={7} data-full>
            <AuditDetails entry={entry} />
          </td>
        </tr>
      )}
    </>
  );
}

/** In one line where there is room for an IPv6 address. */
function Whole({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: { lg: 'nowrap' } }}>
      {children}
    </Box>
  );
}
