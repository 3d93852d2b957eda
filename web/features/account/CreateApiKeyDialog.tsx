import Box from '@mui/material/Box';
import { CreateApiKey } from '#sdk/contract/api-keys.js';
import { scopes } from '#sdk/contract/endpoint.js';
import { useConfirmedForm, useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { scopeTexts } from '../../ui/fields/scope-texts.ts';
import { FieldHelp, TextInput } from '../../ui/fields/TextInput.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import type { CreatedApiKey } from './NewApiKey.tsx';
import { useCreateApiKey } from './use-api-keys.ts';

interface Props {
  onClose(): void;
  onCreated(created: CreatedApiKey): void;
}

export function CreateApiKeyDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslator();
  const isAdmin = useCurrentUser()?.isAdmin ?? false;
  const form = useConfirmedForm(
    CreateApiKey,
    { name: '', scopes: [], expiresInDays: 90, password: '' },
    { fieldOfError: { password_wrong: 'password' } },
  );
  const create = useCreateApiKey();
  const hasPassword = useHasPassword();
  const confirmation = (
    <Confirmation field={form.field('password')} error={create.error} autoFocus={!hasPassword} />
  );
  const isWithoutScope = form.field('scopes').error !== undefined;

  return (
    <FormDialog
      isLong
      title={t('web.account.apiKeys.createTitle')}
      submitLabel={t('web.account.apiKeys.createConfirm')}
      form={form}
      mutation={create}
      onSubmit={(body) => create.mutateAsync(body, { onSuccess: onCreated })}
      onClose={onClose}
    >
      {/* What leaves the page comes before the fields. */}
      {!hasPassword && confirmation}
      <TextInput
        {...form.field('name')}
        label={t('web.account.apiKeys.name')}
        hint={t('web.account.apiKeys.nameHint')}
        autoComplete="off"
        autoFocus
      />
      <Box
        component="fieldset"
        aria-describedby={isWithoutScope ? 'scopes-help' : undefined}
        sx={{ display: 'grid', gap: 1, minWidth: 0, m: 0, p: 0, border: 0 }}
      >
        <Box component="legend" sx={{ mb: 0.75, p: 0, fontSize: '0.9375rem', fontWeight: 550 }}>
          {t('web.account.apiKeys.scopesLabel')}
        </Box>
        {scopes
          .filter((scope) => scope !== 'admin' || isAdmin)
          .map((scope) => (
            <Checkbox
              key={scope}
              {...form.register('scopes')}
              value={scope}
              label={t(scopeTexts[scope].label)}
              hint={t(scopeTexts[scope].hint)}
            />
          ))}
        <FieldHelp
          id="scopes-help"
          error={isWithoutScope ? t('web.account.apiKeys.scopesRequired') : undefined}
        />
      </Box>
      <SelectInput {...form.register('expiresInDays')} label={t('web.account.apiKeys.expiresLabel')}>
        <option value="30">{t('web.account.apiKeys.expiry.month')}</option>
        <option value="90">{t('web.account.apiKeys.expiry.quarter')}</option>
        <option value="365">{t('web.account.apiKeys.expiry.year')}</option>
        <option value="">{t('web.account.apiKeys.expiry.never')}</option>
      </SelectInput>
      {hasPassword && confirmation}
    </FormDialog>
  );
}
