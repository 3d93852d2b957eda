import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Lock as lockIcon } from 'lucide';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { isPublicConfigKey, type PublicConfigKey } from '#sdk/contract/config/public.js';
import {
  type ConfigKey,
  type ConfigRow,
  categoryOf,
  configRegistry,
  configRow,
  isPicture,
} from '#sdk/contract/config.js';
import { adminConfigPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { FieldNoteContext } from '../../ui/fields/field-note.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { categoryTitle, describeConfigIssue, describeValue, labelOf } from './config-texts.ts';
import { controlKindOf, controls } from './controls/controls.tsx';
import { catchFocus, fieldId, focusField } from './field-focus.ts';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  configKey: ConfigKey;
  form: ConfigForm;
}

/** One variable: the control that its row requires, its default, and the reason if it is locked. */
export function ConfigField({ configKey: key, form }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const row = configRow(key);
  const variable = form.variable(key);
  const noteId = useId();
  const text = form.text(key);
  const [own, setOwn] = useState({ text, round: 0 });
  if (!variable) return null;
  const issue = form.issueOf(key);
  const kind = controlKindOf(row);
  const Control = controls[kind];
  // The text has been changed elsewhere, such as by a reset: a control that keeps its own state starts again.
  if (own.text !== text) setOwn({ text, round: own.round + 1 });
  const isLocked = variable.lockedBy !== null;
  const hasNote = isLocked || hasDefaultLine(key, form);

  const handleChange = (typed: string | null) => {
    setOwn({ ...own, text: typed ?? variable.defaultValue });
    form.set(key, typed);
    catchFocus(() => focusField([key]));
  };
  const handleKeep = () => {
    form.keep(key);
    catchFocus(() => focusField([key]));
  };

  return (
    <Box id={fieldId(key)} onBlur={() => form.touch(key)} sx={{ minWidth: 0, scrollMarginBlock: 96 }}>
      <FieldNoteContext value={hasNote ? noteId : undefined}>
        <Control
          key={keepingKinds.has(kind) ? own.round : undefined}
          configKey={key}
          variable={variable}
          label={labelOf(translator, key)}
          aside={form.changed.includes(key) ? t('web.admin.config.changed') : undefined}
          hint={t(`config.${key}.help`)}
          error={issue && describeConfigIssue(translator, issue)}
          value={text}
          draft={form.draftOf(key)}
          isForgotten={form.isForgotten(key)}
          isLocked={isLocked}
          onChange={handleChange}
          onKeep={handleKeep}
        />
      </FieldNoteContext>
      {variable.lockedBy !== null ? (
        <Box sx={{ ...asideStyle, flexWrap: 'nowrap' }}>
          <Icon icon={lockIcon} size={16} />
          <span id={noteId}>{t('web.admin.config.locked', { variable: variable.lockedBy })}</span>
        </Box>
      ) : (
        <DefaultLine id={noteId} configKey={key} form={form} />
      )}
      {row.requires && <Requirements configKey={key} form={form} />}
    </Box>
  );
}

/** Controls that keep the typed input in their own state. */
const keepingKinds: ReadonlySet<string> = new Set(['amount', 'expiration', 'secret']);

/** The default is shown where another value applies; an empty one is not. */
function hasDefaultLine(key: ConfigKey, form: ConfigForm): boolean {
  const variable = form.variable(key);
  const draft = form.draftOf(key);
  const isDefault = draft === null || (draft === undefined && !variable?.isSet);
  return !isDefault && (variable?.defaultValue ?? '') !== '' && !isPicture(configRow(key));
}

/** The default, and the button that restores it. */
function DefaultLine({ id, configKey: key, form }: Props & { id: string }) {
  const translator = useTranslator();
  const { t } = translator;
  const fallback = form.variable(key)?.defaultValue ?? '';
  if (!hasDefaultLine(key, form)) return null;
  return (
    <Box sx={asideStyle}>
      <span id={id}>
        {t('web.admin.config.default', { value: describeValue(translator, key, fallback) })}
      </span>
      <Button
        variant="text"
        size="small"
        aria-label={t('web.admin.config.resetOf', { label: labelOf(translator, key) })}
        onClick={() => {
          form.reset(key);
          focusField([key]);
        }}
        sx={resetStyle}
      >
        {t('web.admin.config.reset')}
      </Button>
    </Box>
  );
}

const asideStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 28,
  mt: 0.5,
  typography: 'caption',
  color: 'text.secondary',
} as const;

const resetStyle = { minHeight: 44, my: -1, px: 1, ml: -1, fontSize: 'inherit' } as const;

/** The other variables that a switch requires, on this page or on that of another category. */
function Requirements({ configKey, form }: { configKey: ConfigKey; form: ConfigForm }) {
  const translator = useTranslator();
  const { t } = translator;
  const missing = useMissingElsewhere(configKey);
  const here = form.lacking(configKey).map((key) => labelOf(translator, key));
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {here.length > 0 && (
        <div>
          {t('web.admin.config.needs', { fields: new Intl.ListFormat(translator.locale).format(here) })}
        </div>
      )}
      {missing.map((key) => (
        <div key={key}>
          {t('web.admin.config.needsElsewhere', { label: labelOf(translator, key) })}{' '}
          <Box component={Link} to={adminConfigPath(categoryOf(key))} sx={{ color: 'text.primary' }}>
            {t('web.admin.config.goTo', { category: categoryTitle(translator, categoryOf(key)) })}
          </Box>
        </div>
      ))}
    </Box>
  );
}

/** Required switches of other categories that are off, as far as they are public. */
function useMissingElsewhere(configKey: ConfigKey): PublicConfigKey[] {
  const config = useConfig();
  const { requires = [] }: ConfigRow = configRegistry[configKey];
  return requires.filter(
    (key): key is PublicConfigKey =>
      isPublicConfigKey(key) && categoryOf(key) !== categoryOf(configKey) && config(key) === false,
  );
}
