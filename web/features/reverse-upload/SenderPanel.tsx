import Box from '@mui/material/Box';
import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { CreateShare } from '#sdk/contract/share-inputs.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { NameAndMessageFields } from '../../ui/fields/NameAndMessageFields.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { StartUpload } from '../../uploading/StartUpload.tsx';
import type { UploadSnapshot } from '../../uploading/upload-session.ts';
import { useLimitProblem } from '../../uploading/use-limit-problem.ts';

/** The fields that the sender fills in; the password is that of the reverse share. */
const Answers = z.extend(z.pick(CreateShare, { name: true, description: true }), {
  password: z.optional(z.string().check(z.maxLength(256))),
});
export type Answers = z.output<typeof Answers>;

const passwordErrors: readonly ErrorCode[] = ['share_password_wrong', 'share_password_required'];

interface Props {
  invitation: ReverseShareInvitation;
  snapshot: UploadSnapshot;
  /** The values that were filled in before */
  initial: Answers;
  /** Why the last start was refused */
  error: unknown;
  onStart(answers: Answers): void;
}

/** The panel beside the files: a name and a message, the password if there is one, and the button. */
export function SenderPanel({ invitation, snapshot, initial, error, onStart }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const form = useContractForm(Answers, { name: '', description: '', password: '', ...initial });
  const limitProblem = useLimitProblem(snapshot, { maxSize: invitation.maxShareSize });
  const hasFiles = snapshot.files.size > 0;
  const problem = error === undefined ? undefined : describeError(translator, error);
  const isAboutPassword =
    invitation.hasPassword && error instanceof AppError && passwordErrors.includes(error.code);
  const isSamePassword = form.watch('password') === (initial.password ?? '');

  const handleSubmit = form.handleSubmit((answers) => {
    if (!hasFiles || limitProblem) return;
    if (invitation.hasPassword && answers.password === undefined) {
      form.setError('password', { message: 'required' }, { shouldFocus: true });
      return;
    }
    onStart(answers);
  });

  return (
    <Panel>
      <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
        {!invitation.hasSimpleForm && (
          <NameAndMessageFields
            field={form.field}
            nameTexts={{ label: t('web.reverseUpload.name'), hint: t('web.reverseUpload.nameHint') }}
            messageTexts={{ label: t('web.reverseUpload.message', { owner: invitation.owner }) }}
          />
        )}
        {invitation.hasPassword && (
          <PasswordInput
            {...form.field('password')}
            error={form.field('password').error ?? (isAboutPassword && isSamePassword ? problem : undefined)}
            label={t('web.reverseUpload.password')}
            hint={t('web.reverseUpload.passwordHint')}
            autoComplete="off"
          />
        )}
        <StartUpload
          label={t('web.reverseUpload.send')}
          isDisabled={!hasFiles || limitProblem !== null}
          limitProblem={limitProblem}
          error={isAboutPassword ? null : error}
        />
        <Box sx={{ mt: -1.25, typography: 'body2', color: 'text.secondary', textAlign: 'center' }}>
          {t(hasFiles ? 'web.reverseUpload.privacy' : 'web.upload.startHint')}
        </Box>
      </Box>
    </Panel>
  );
}
