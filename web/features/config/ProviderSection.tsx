import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { ChevronDown as chevronDownIcon } from 'lucide';
import { type SyntheticEvent, useId, useState } from 'react';
import { type ConfigKey, configRow } from '#sdk/contract/config.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { ConfigField } from './ConfigField.tsx';
import { sectionStyle } from './section-style.ts';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  provider: OauthProvider;
  keys: readonly ConfigKey[];
  form: ConfigForm;
}

/** A sign-in provider with its state; its settings are shown on demand, and while something in them is wrong. */
export function ProviderSection({ provider, keys, form }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const state = stateOf(keys, form);
  const hasIssue = keys.some((key) => form.issueOf(key) !== undefined);
  const isUnsaved = keys.some((key) => form.changed.includes(key));
  const [isOpen, setOpen] = useState(isUnsaved);
  if (hasIssue && !isOpen) setOpen(true);
  const handleToggle = (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open);
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={[sectionStyle, { p: { xs: 0, sm: 0 }, overflow: 'clip' }]}
    >
      <Box component="details" open={isOpen} onToggle={handleToggle} sx={detailsStyle}>
        <summary>
          <Typography id={id} variant="h3" component="h2" sx={{ mr: 'auto' }}>
            {t(`web.admin.config.groups.oauth.${provider}`)}
          </Typography>
          <StateLabel color={stateColors[state]}>{t(`web.admin.config.providerStates.${state}`)}</StateLabel>
          <Icon icon={chevronDownIcon} size={20} />
        </summary>
        <Box sx={contentStyle}>
          <ProviderSetUp provider={provider} />
          {keys.map((key) => (
            <ConfigField key={key} configKey={key} form={form} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

type ProviderState = 'off' | 'ready' | 'incomplete';

const stateColors = { off: 'text.disabled', ready: 'success.main', incomplete: 'warning.main' } as const;

/** As the form says, saved or not: `incomplete` once something is filled in, or it is on, and something is missing. */
function stateOf(keys: readonly ConfigKey[], form: ConfigForm): ProviderState {
  const toggle = keys.find((key) => key.endsWith('-enabled'));
  if (toggle === undefined) return 'off';
  const { requires = [] } = configRow(toggle);
  const isLacking = form.lacking(toggle).length > 0;
  if (form.text(toggle) === 'true') return isLacking ? 'incomplete' : 'ready';
  const isBegun = form.lacking(toggle).length < requires.length;
  return isBegun && isLacking ? 'incomplete' : 'off';
}

const detailsStyle = {
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minHeight: 68,
    px: { xs: 2.5, sm: 3.5 },
    color: 'text.secondary',
    fontSize: '0.875rem',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& h2': { color: 'text.primary' },
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outlineOffset: '-3px' },
  },
  '&[open] > summary > svg': { rotate: '180deg' },
} as const;

const contentStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  px: { xs: 2.5, sm: 3.5 },
  pt: 1,
  pb: { xs: 2.5, sm: 3.5 },
} as const;

/** The pages where applications are registered; other providers have their own pages. */
const developerPages: Readonly<Partial<Record<OauthProvider, string>>> = {
  github: 'https://github.com/settings/developers',
  google: 'https://console.cloud.google.com/apis/credentials',
  microsoft: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  discord: 'https://discord.com/developers/applications',
};

/** The first step is at the provider: registering this instance there provides the ID and the secret. */
function ProviderSetUp({ provider }: { provider: OauthProvider }) {
  const { t } = useTranslator();
  const page = developerPages[provider];
  return (
    <>
      <Box sx={{ color: 'text.secondary' }}>
        {t(`web.admin.config.setUp.${provider}`)}{' '}
        {page !== undefined && (
          <MuiLink href={page} target="_blank" rel="noreferrer">
            {t('web.admin.config.setUpAt', { provider: t(`oauth.providers.${provider}`) })}
          </MuiLink>
        )}
      </Box>
      <CallbackAddress provider={provider} />
    </>
  );
}

/** The address that a provider has to know about this instance. */
function CallbackAddress({ provider }: { provider: string }) {
  const { t } = useTranslator();
  const appUrl = useConfig()('general.appUrl');
  return (
    <Box>
      <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, mb: 0.75 }}>{t('web.admin.config.callback')}</Box>
      <CopyField
        value={`${appUrl}/api/oauth/callback/${provider}`}
        label={t('web.admin.config.callback')}
        doneMessage={t('web.admin.config.callbackCopied')}
      />
      <Box sx={{ mt: 0.75, typography: 'caption', color: 'text.secondary' }}>
        {t('web.admin.config.callbackHint')}
      </Box>
    </Box>
  );
}
