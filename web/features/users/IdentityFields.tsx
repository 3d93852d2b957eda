import type { ContractField } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';

interface Props {
  /** Of the form that holds both. */
  field(name: 'username' | 'email'): ContractField;
}

/** Name and address of somebody else. */
export function IdentityFields({ field }: Props) {
  const { t } = useTranslator();
  return (
    <>
      <TextInput
        {...field('username')}
        {...noAutocorrect}
        label={t('web.account.username')}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        {...field('email')}
        {...noAutocorrect}
        label={t('web.account.email')}
        type="email"
        autoComplete="off"
      />
    </>
  );
}
