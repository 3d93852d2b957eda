import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { SelectInput } from '../../ui/SelectInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { actionGroups, actionText } from './audit-actions.ts';
import type { AuditFilters } from './audit-filters.ts';

interface Props {
  filters: AuditFilters;
  onChange(filters: AuditFilters): void;
}

const results = ['', 'done', 'refused'] as const;

export function AuditFilterBar({ filters, onChange }: Props) {
  const { t } = useTranslator();
  const change = (part: Partial<AuditFilters>) => onChange({ ...filters, ...part });
  return (
    <Box role="search" aria-label={t('web.admin.audit.filters')} sx={barStyle}>
      <TextInput
        label={t('web.admin.audit.search')}
        type="search"
        placeholder={t('web.admin.audit.searchHint')}
        value={filters.search}
        maxLength={100}
        onChange={(event) => change({ search: event.target.value })}
      />
      <SelectInput
        label={t('web.admin.audit.columnAction')}
        value={filters.action}
        onChange={({ currentTarget }) => change({ action: currentTarget.value })}
      >
        <option value="">{t('web.admin.audit.everything')}</option>
        {actionGroups.map(({ group, label, actions }) => (
          <optgroup key={group} label={t(label)}>
            {actions.length > 1 && (
              <option value={group}>{t('web.admin.audit.allOf', { group: t(label) })}</option>
            )}
            {actions.map((action) => (
              <option key={action} value={action}>
                {t(actionText(action))}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectInput>
      <SelectInput
        label={t('web.admin.audit.columnResult')}
        value={filters.result}
        onChange={({ currentTarget }) =>
          change({ result: results.find((result) => result === currentTarget.value) ?? '' })
        }
      >
        <option value="">{t('web.admin.audit.everything')}</option>
        <option value="done">{t('web.admin.audit.results.done')}</option>
        <option value="refused">{t('web.admin.audit.results.refused')}</option>
      </SelectInput>
      <TextInput
        label={t('web.admin.audit.from')}
        type="date"
        sx={{ height: 46 }}
        value={filters.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextInput
        label={t('web.admin.audit.to')}
        type="date"
        sx={{ height: 46 }}
        value={filters.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </Box>
  );
}

const barStyle = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: '2fr 2fr 1fr 1.1fr 1.1fr',
  },
} as const;
