import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { mailTemplates } from '#sdk/contract/config/api.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ConfigField } from './ConfigField.tsx';
import type { ConfigSection as Section } from './config-sections.ts';
import { MailPreview } from './MailPreview.tsx';
import { ProviderSection } from './ProviderSection.tsx';
import { sectionStyle } from './section-style.ts';
import type { ConfigForm } from './use-config-form.ts';

/** Variables that belong together, with help for setting them. */
export function ConfigSection({ section, form }: { section: Section; form: ConfigForm }) {
  const { t } = useTranslator();
  const id = useId();
  const { group, keys } = section;
  const provider = oauthProviders.find((name) => group === `oauth.${name}`);
  if (provider) return <ProviderSection provider={provider} keys={keys} form={form} />;
  return (
    <Box component="section" {...(group && { 'aria-labelledby': id })} sx={sectionStyle}>
      {group && (
        <Typography id={id} variant="h2">
          {t(`web.admin.config.groups.${group}`)}
        </Typography>
      )}
      {keys.map((key) => (
        <ConfigField key={key} configKey={key} form={form} />
      ))}
      {group && <End group={group} form={form} />}
    </Box>
  );
}

interface GroupProps {
  group: NonNullable<Section['group']>;
  form: ConfigForm;
}

/** The content after the variables: a preview of their result. */
function End({ group, form }: GroupProps): ReactNode {
  const template = mailTemplates.find((name) => group === `email.${name}`);
  return template ? <MailPreview template={template} form={form} /> : null;
}
