import { useState } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { ReverseShareFields } from './ReverseShareFields.tsx';
import { changesOf, toForm } from './reverse-share-changes.ts';
import { useReverseShareForm } from './use-reverse-share-form.ts';
import { useUpdateReverseShare } from './use-reverse-shares.ts';

interface Props {
  reverseShare: ReverseShare;
  onClose(): void;
}

export function EditReverseShareDialog({ reverseShare, onClose }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const defaultExpiration = useConfig()('share.defaultExpiration');
  const [before] = useState(reverseShare);
  const [removesPassword, setRemovesPassword] = useState(false);
  const form = useReverseShareForm(toForm(before, defaultExpiration));
  const update = useUpdateReverseShare(before.id);

  const handleSubmit = form.handleSubmit(async (body) => {
    const changes = changesOf(before, { body, removesPassword, defaultExpiration });
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    await update.mutateAsync(changes, {
      onSuccess: () => {
        onClose();
        notify(t('web.reverseShares.saved'), 'success');
      },
      onError: form.showServerIssues,
    });
  });

  return (
    <FormDialog
      isLong
      title={t('web.reverseShares.editTitle')}
      intro={t('web.reverseShares.editIntro')}
      submitLabel={t('web.reverseShares.editConfirm')}
      isPending={update.isPending}
      error={form.generalProblem(update.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ReverseShareFields
        form={form}
        before={before}
        passwordExtra={
          before.hasPassword && (
            <Checkbox
              label={t('web.reverseShares.removePassword')}
              checked={removesPassword}
              onChange={({ currentTarget }) => setRemovesPassword(currentTarget.checked)}
            />
          )
        }
      />
    </FormDialog>
  );
}
