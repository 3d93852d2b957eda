import Box from '@mui/material/Box';
import { workloadScopes } from '#sdk/contract/workload-identities.js';
import { useConfirmedForm, useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { scopeTexts } from '../../ui/fields/scope-texts.ts';
import { FieldHelp, TextInput } from '../../ui/fields/TextInput.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { useCreateWorkload } from './use-workloads.ts';
import { isKnownSystem, knownSystemNames, knownSystems, usualSample, WorkloadForm } from './workload-form.ts';

interface Props {
  onClose(): void;
  onCreated(): void;
}

export function CreateWorkloadDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslator();
  const form = useConfirmedForm(
    WorkloadForm,
    {
      name: '',
      user: '',
      system: 'github',
      issuer: knownSystems.github.issuer,
      audience: '',
      claims: '',
      scopes: ['shares:write'],
      password: '',
    },
    {
      fieldOfError: {
        password_wrong: 'password',
        user_not_found: 'user',
        workload_identity_name_taken: 'name',
      },
    },
  );
  const create = useCreateWorkload();
  const hasPassword = useHasPassword();
  const confirmation = (
    <Confirmation field={form.field('password')} error={create.error} autoFocus={!hasPassword} />
  );
  const system = form.watch('system');
  const isKnown = isKnownSystem(system);
  const sample: readonly string[] = isKnown ? knownSystems[system].sample : usualSample;
  const isWithoutScope = form.field('scopes').error !== undefined;
  const fillIssuer = () => {
    const chosen = form.getValues('system');
    form.setValue('issuer', isKnownSystem(chosen) ? knownSystems[chosen].issuer : '');
  };

  return (
    <FormDialog
      isLong
      title={t('web.admin.workloads.create')}
      submitLabel={t('web.admin.workloads.create')}
      form={form}
      mutation={create}
      onSubmit={(values) => create.mutateAsync(values, { onSuccess: onCreated })}
      onClose={onClose}
    >
      {/* What leaves the page comes before the fields. */}
      {!hasPassword && confirmation}
      <TextInput {...form.field('name')} label={t('web.admin.webhooks.name')} autoComplete="off" autoFocus />
      <TextInput
        {...form.field('user')}
        {...noAutocorrect}
        label={t('web.admin.workloads.user')}
        hint={t('web.admin.workloads.userHint')}
        autoComplete="off"
      />
      <SelectInput
        {...form.register('system', { onChange: fillIssuer })}
        label={t('web.admin.workloads.system')}
      >
        {knownSystemNames.map((name) => (
          <option key={name} value={name}>
            {knownSystems[name].name}
          </option>
        ))}
        <option value="other">{t('web.admin.workloads.systemOther')}</option>
      </SelectInput>
      {!isKnown && (
        <TextInput
          {...form.field('issuer')}
          label={t('web.admin.workloads.issuer')}
          placeholder="https://"
          type="url"
          inputMode="url"
          autoComplete="off"
        />
      )}
      <TextInput
        {...form.field('claims')}
        {...noAutocorrect}
        label={t('web.admin.workloads.conditions')}
        hint={t('web.admin.workloads.conditionsHint', { sample: sample[0] ?? '' })}
        placeholder={sample.join('\n')}
        multiline
        minRows={2}
        maxRows={8}
      />
      <Box
        component="fieldset"
        aria-describedby={isWithoutScope ? 'scopes-help' : undefined}
        sx={{ display: 'grid', gap: 1, minWidth: 0, m: 0, p: 0, border: 0 }}
      >
        <Box component="legend" sx={{ mb: 0.75, p: 0, fontSize: '0.9375rem', fontWeight: 550 }}>
          {t('web.account.apiKeys.scopesLabel')}
        </Box>
        {workloadScopes.map((scope) => (
          <Checkbox
            key={scope}
            {...form.register('scopes')}
            value={scope}
            label={t(scopeTexts[scope].label)}
          />
        ))}
        <FieldHelp
          id="scopes-help"
          error={isWithoutScope ? t('web.account.apiKeys.scopesRequired') : undefined}
        />
      </Box>
      <TextInput
        {...form.field('audience')}
        {...noAutocorrect}
        label={t('web.admin.workloads.audience')}
        aside={t('web.common.optional')}
        hint={t('web.admin.workloads.audienceHint')}
        autoComplete="off"
      />
      {hasPassword && confirmation}
    </FormDialog>
  );
}
