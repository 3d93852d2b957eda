import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { totp } from '#sdk/contract/totp.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { Confirmation } from './Confirmation.tsx';
import { useConfirmedForm } from './use-confirmed-form.ts';

type Proof = z.input<typeof totp.disable.body>;

interface Props {
  title: string;
  intro: string;
  submitLabel: string;
  send(proof: Proof): Promise<void>;
  onClose(): void;
}

/** Asks who is there, and for a second factor. */
export function ProofDialog({ title, intro, submitLabel, send, onClose }: Props) {
  const { t } = useTranslator();
  const form = useConfirmedForm(
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
      <Confirmation field={form.field('password')} error={prove.error} />
      <TextInput
        {...form.field('code')}
        label={t('web.account.twoFactor.code')}
        hint={t('web.account.twoFactor.proofHint')}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}
