import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { totp } from '#sdk/contract/totp.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Proof = z.input<typeof totp.disable.body>;

interface Props {
  title: string;
  intro: string;
  submitLabel: string;
  send(proof: Proof): Promise<void>;
  onClose(): void;
}

/** Asks for the password and a second factor. */
export function ProofDialog({ title, intro, submitLabel, send, onClose }: Props) {
  const { t } = useTranslator();
  const form = useContractForm(
    totp.disable.body,
    { password: '', code: '' },
    { password_wrong: 'password', totp_wrong: 'code' },
  );
  const prove = useMutation({ mutationFn: send, onSuccess: onClose, onError: form.showServerIssues });
  return (
    <FormDialog
      title={title}
      intro={intro}
      submitLabel={submitLabel}
      isPending={prove.isPending}
      error={form.generalProblem(prove.error)}
      onSubmit={form.handleSubmit((proof) => prove.mutateAsync(proof))}
      onClose={onClose}
    >
      <PasswordInput
        {...form.field('password')}
        label={t('web.account.currentPassword')}
        autoComplete="current-password"
      />
      <TextInput
        {...form.field('code')}
        label={t('web.account.twoFactor.code')}
        hint={t('web.account.twoFactor.proofHint')}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}
