import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { mailTemplates } from '#sdk/contract/config/api.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ConfigField } from './ConfigField.tsx';
import type { ConfigSection as Section } from './config-sections.ts';
import { MailPreview } from './MailPreview.tsx';
import { ProviderSetUp } from './ProviderSetUp.tsx';
import type { ConfigForm } from './use-config-form.ts';

/** Variables that belong together, with what helps to set them. */
export function ConfigSection({ section, form }: { section: Section; form: ConfigForm }) {
  const { t } = useTranslator();
  const id = useId();
  const { group, keys } = section;
  return (
    <Box component="section" {...(group && { 'aria-labelledby': id })} sx={sectionStyle}>
      {group && (
        <Typography id={id} variant="h3" component="h2">
          {t(`web.admin.config.groups.${group}`)}
        </Typography>
      )}
      {group && <Beginning group={group} />}
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

/** What comes before the variables. */
function Beginning({ group }: Pick<GroupProps, 'group'>): ReactNode {
  const provider = oauthProviders.find((name) => group === `oauth.${name}`);
  return provider ? <ProviderSetUp provider={provider} /> : null;
}

/** What they make of it. */
function End({ group, form }: GroupProps): ReactNode {
  const template = mailTemplates.find((name) => group === `email.${name}`);
  return template ? <MailPreview template={template} form={form} /> : null;
}

const sectionStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  '& + &': { pt: 4, borderTop: 1, borderColor: 'divider' },
} as const;
