import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { mailTemplates } from '#sdk/contract/config-api.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { CallbackAddress } from './CallbackAddress.tsx';
import { ConfigField } from './ConfigField.tsx';
import type { ConfigSection as Section } from './config-sections.ts';
import { MailPreview } from './MailPreview.tsx';
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
      {keys.map((key) => (
        <ConfigField key={key} configKey={key} form={form} />
      ))}
      {group && <Help group={group} form={form} />}
    </Box>
  );
}

function Help({ group, form }: { group: NonNullable<Section['group']>; form: ConfigForm }): ReactNode {
  const name = group.slice(form.category.length + 1);
  const template = mailTemplates.find((candidate) => candidate === name);
  if (form.category === 'email' && template) return <MailPreview template={template} form={form} />;
  return form.category === 'oauth' ? <CallbackAddress provider={name} /> : null;
}

const sectionStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  '& + &': { pt: 4, borderTop: 1, borderColor: 'divider' },
} as const;
