import { mdiLockOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { type ConfigKey, configRow, isPicture } from '#sdk/contract/config.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { describeBounds, describeConfigIssue, describeValue, labelOf } from './config-texts.ts';
import { controlKindOf, controls } from './controls/control-kinds.ts';
import { Requirements } from './Requirements.tsx';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  configKey: ConfigKey;
  form: ConfigForm;
}

/** One variable: the control that its row asks for, its default, and why it may be locked. */
export function ConfigField({ configKey: key, form }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const row = configRow(key);
  const variable = form.variable(key);
  if (!variable) return null;
  const issue = form.issueOf(key);
  const Control = controls[controlKindOf(row)];

  return (
    <Box id={fieldId(key)} onBlur={() => form.touch(key)} sx={{ minWidth: 0, scrollMarginBlock: 96 }}>
      <Control
        key={form.version}
        configKey={key}
        variable={variable}
        label={labelOf(translator, key)}
        aside={form.changed.includes(key) ? t('web.admin.config.changed') : undefined}
        hint={t(`config.${key}.help`)}
        error={issue && describeConfigIssue(translator, issue)}
        value={form.text(key)}
        draft={form.draftOf(key)}
        isForgotten={form.isForgotten(key)}
        isLocked={variable.lockedBy !== null}
        onChange={(text) => form.set(key, text)}
        onKeep={() => form.keep(key)}
      />
      {variable.lockedBy !== null ? (
        <Aside>
          <Icon path={mdiLockOutline} size={16} />
          {t('web.admin.config.locked', { variable: variable.lockedBy })}
        </Aside>
      ) : (
        <DefaultLine configKey={key} form={form} />
      )}
      {row.requires && <Requirements configKey={key} form={form} />}
    </Box>
  );
}

/** Where a field stands on the page. */
export function fieldId(key: string): string {
  return `config-${key}`;
}

/** What holds unless something else is set, and the way back to it. An empty field needs neither. */
function DefaultLine({ configKey: key, form }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const fallback = form.variable(key)?.defaultValue ?? '';
  if (fallback === '' || isPicture(configRow(key))) return null;
  const bounds = describeBounds(translator, configRow(key));
  const isDefault =
    form.draftOf(key) === null || (form.draftOf(key) === undefined && !form.variable(key)?.isSet);
  return (
    <Aside>
      <span>{t('web.admin.config.default', { value: describeValue(translator, key, fallback) })}</span>
      {bounds !== undefined && <span>{bounds}</span>}
      {!isDefault && (
        <Button
          variant="text"
          size="small"
          aria-label={t('web.admin.config.resetOf', { label: labelOf(translator, key) })}
          onClick={() => form.reset(key)}
          sx={resetStyle}
        >
          {t('web.admin.config.reset')}
        </Button>
      )}
    </Aside>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        minHeight: 28,
        mt: 0.5,
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {children}
    </Box>
  );
}

const resetStyle = { minHeight: 44, my: -1, px: 1, ml: -1, fontSize: 'inherit' } as const;
