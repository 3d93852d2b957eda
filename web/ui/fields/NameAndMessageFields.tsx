import type { ContractField } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { TextInput } from './TextInput.tsx';

interface FieldTexts {
  label?: string;
  hint?: string;
}

interface Props {
  /** The fields of the form that has both */
  field(name: 'name' | 'description'): ContractField;
  /** The texts of a share, unless given */
  nameTexts?: FieldTexts;
  messageTexts?: FieldTexts;
}

/** The name of a share or reverse share, and a message about it. */
export function NameAndMessageFields({ field, nameTexts = {}, messageTexts = {} }: Props) {
  const { t } = useTranslator();
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('web.upload.name')}
        {...nameTexts}
        aside={t('web.common.optional')}
        autoComplete="off"
      />
      <TextInput
        {...field('description')}
        label={t('web.upload.message')}
        {...messageTexts}
        aside={t('web.common.optional')}
        multiline
        minRows={2}
        maxRows={8}
      />
    </>
  );
}
