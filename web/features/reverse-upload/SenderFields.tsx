import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import type { ContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { NameAndMessageFields } from '../../ui/fields/NameAndMessageFields.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';

/** The fields that the sender fills in; the password is that of the reverse share. */
export const Answers = z.extend(z.pick(CreateShare, { name: true, description: true }), {
  password: z.optional(z.string().check(z.maxLength(256))),
  /** That of the share, for which only the owner of the reverse share is asked. */
  sharePassword: CreateShare.shape.password,
});
export type Answers = z.output<typeof Answers>;

const passwordErrors: readonly ErrorCode[] = ['share_password_wrong', 'share_password_required'];

export function isAboutPassword(error: unknown): boolean {
  return error instanceof AppError && passwordErrors.includes(error.code);
}

interface Props {
  form: ContractForm<Answers>;
  invitation: ReverseShareInvitation;
  /** Why the password was refused */
  error: unknown;
  /** The share must have a password, which the sender chooses. */
  mustProtect: boolean;
}

/** A name and a message, and the password if there is one. */
export function SenderFields({ form, invitation, error, mustProtect }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const { owner, hasSimpleForm, hasPassword } = invitation;
  const hasBoth = hasPassword && mustProtect;
  return (
    <>
      {!hasSimpleForm && (
        <NameAndMessageFields
          field={form.field}
          nameTexts={{ label: t('web.reverseUpload.name'), hint: t('web.reverseUpload.nameHint') }}
          messageTexts={{ label: t('web.reverseUpload.message', { owner }) }}
        />
      )}
      {hasPassword && (
        <PasswordInput
          {...form.field('password')}
          error={
            form.field('password').error ??
            (error === undefined ? undefined : describeError(translator, error))
          }
          label={t(hasBoth ? 'web.reverseUpload.passwordOfLink' : 'web.reverseUpload.password')}
          hint={t('web.reverseUpload.passwordHint')}
          autoComplete="off"
        />
      )}
      {mustProtect && (
        <PasswordInput
          {...form.field('sharePassword')}
          label={t(hasBoth ? 'web.reverseUpload.passwordOfShare' : 'web.upload.password')}
          hint={t('web.upload.passwordRequired')}
          autoComplete="new-password"
        />
      )}
    </>
  );
}
