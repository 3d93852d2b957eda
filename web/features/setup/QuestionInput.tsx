import type { ComponentProps, ReactNode } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import type { SetupKey } from './setup-answers.ts';
import type { SetupForm } from './use-setup-form.ts';

interface Props {
  form: SetupForm;
  name: SetupKey;
  label: string;
  hint?: ReactNode;
}

type TextProps = Props &
  Pick<
    ComponentProps<typeof TextInput>,
    'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'autoCapitalize' | 'spellCheck' | 'reveal'
  >;

/** A question with a text as its answer. If the host's environment sets it, it is locked and says so. */
export function QuestionInput({ form, name, hint, ...input }: TextProps) {
  const lockedHint = useLockedHint(form, name);
  return (
    <TextInput
      autoComplete="off"
      {...input}
      hint={lockedHint ?? hint}
      value={form.answers[name]}
      disabled={lockedHint !== undefined}
      onChange={(event) => form.change(name, event.target.value)}
      error={form.problemOf(name)}
    />
  );
}

/** A question with yes or no as its answer. */
export function QuestionCheckbox({ form, name, label, hint }: Props) {
  const lockedHint = useLockedHint(form, name);
  return (
    <Checkbox
      label={label}
      hint={lockedHint ?? hint}
      checked={form.answers[name] === 'true'}
      disabled={lockedHint !== undefined}
      onChange={(event) => form.change(name, String(event.target.checked))}
    />
  );
}

function useLockedHint(form: SetupForm, name: SetupKey): string | undefined {
  const { t } = useTranslator();
  const variable = form.lockedBy(name);
  return variable === null ? undefined : t('web.setup.locked', { variable });
}
