import Box from '@mui/material/Box';
import { Link } from 'react-router';
import {
  type ConfigKey,
  type ConfigRow,
  categoryOf,
  configRegistry,
  isConfigKey,
} from '#sdk/contract/config.js';
import { adminConfigPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { categoryTitle, labelOf } from './config-texts.ts';
import type { ConfigForm } from './use-config-form.ts';

/** What a switch still needs, here or on the page of another category. */
export function Requirements({ configKey, form }: { configKey: ConfigKey; form: ConfigForm }) {
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

/** Switches of other categories that are off: those that everybody may know. */
function useMissingElsewhere(configKey: ConfigKey): ConfigKey[] {
  const config = useConfig();
  const { requires = [] }: ConfigRow = configRegistry[configKey];
  return requires.filter(
    (key): key is ConfigKey =>
      isConfigKey(key) && categoryOf(key) !== categoryOf(configKey) && config(key) === false,
  );
}
