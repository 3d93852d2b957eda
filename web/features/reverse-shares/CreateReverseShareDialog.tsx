import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { expirationChoices, initialExpiration } from '../../ui/expiration-choices.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReverseShareFields } from './ReverseShareFields.tsx';
import { useReverseShareForm } from './use-reverse-share-form.ts';
import { useCreateReverseShare } from './use-reverse-shares.ts';

interface Props {
  onClose(): void;
  onCreated(reverseShare: ReverseShare): void;
}

/** How long a link usually works, where the instance lets it. */
const usualExpiration = '7-days';

export function CreateReverseShareDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslator();
  const config = useConfig();
  const defaultExpiration = config('share.defaultExpiration');
  const now = new Date();
  const allowed = (wanted: string) =>
    initialExpiration(expirationChoices(wanted, config('share.maxExpiration'), now), wanted, now);
  const form = useReverseShareForm({
    name: '',
    description: '',
    expiration: allowed(usualExpiration),
    shareExpiration: allowed(defaultExpiration),
    password: '',
    sendsNotification: config('smtp.enabled'),
    requiresSignIn: false,
    hasSimpleForm: false,
  });
  const create = useCreateReverseShare();

  const handleSubmit = form.handleSubmit(async ({ shareExpiration, ...body }) => {
    // What is usual here stays so when that changes.
    const isOwn = shareExpiration !== undefined && shareExpiration !== defaultExpiration;
    await create.mutateAsync(
      { ...body, ...(isOwn && { shareExpiration }) },
      { onSuccess: onCreated, onError: form.showServerIssues },
    );
  });

  return (
    <FormDialog
      isLong
      title={t('web.reverseShares.createTitle')}
      intro={t('web.reverseShares.createIntro')}
      submitLabel={t('web.reverseShares.createConfirm')}
      isPending={create.isPending}
      error={form.generalProblem(create.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ReverseShareFields form={form} />
    </FormDialog>
  );
}
