import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChevronDown as chevronDownIcon, ChevronUp as chevronUpIcon } from 'lucide';
import { useId, useState } from 'react';
import { actionText } from '../../lib/audit-action-text.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { actionGroups } from './audit-actions.ts';
import { type AuditFilters, resultFilters } from './audit-filters.ts';

interface Props {
  filters: AuditFilters;
  onChange(filters: AuditFilters): void;
}

export function AuditFilterBar({ filters, onChange }: Props) {
  const { t } = useTranslator();
  const change = (part: Partial<AuditFilters>) => onChange({ ...filters, ...part });
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = Object.values(filters).filter((value) => value !== '').length;
  return (
    <Box role="search" aria-label={t('web.admin.audit.filters')}>
      {/* On a phone the fields would fill the screen. */}
      <Button
        variant="outlined"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon icon={isOpen ? chevronUpIcon : chevronDownIcon} size={20} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ display: { sm: 'none' } }}
      >
        {count === 0 ? t('web.admin.audit.filters') : t('web.admin.audit.filtersActive', { count })}
      </Button>
      <Box
        id={id}
        sx={{ ...barStyle, display: { xs: isOpen ? 'grid' : 'none', sm: 'grid' }, mt: { xs: 2, sm: 0 } }}
      >
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
            change({ result: resultFilters.find((result) => result === currentTarget.value) ?? '' })
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
    </Box>
  );
}

const barStyle = {
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: '2fr 2fr 1fr 1.1fr 1.1fr',
  },
} as const;
