import { type ComponentProps, type ReactNode, useState } from 'react';
import { CreateReverseShare, type ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { expirationChoices, initialExpiration } from '../../ui/fields/expiration-choices.ts';
import { ReverseShareFields } from './ReverseShareFields.tsx';
import { changesOf, toForm } from './reverse-share-changes.ts';
import { useCreateReverseShare, useUpdateReverseShare } from './use-reverse-shares.ts';

interface CreateProps {
  onClose(): void;
  onCreated(reverseShare: ReverseShare): void;
}

/** The preselected lifetime of a link, if the instance allows it. */
const usualExpiration = '7-days';

export function CreateReverseShareDialog({ onClose, onCreated }: CreateProps) {
  const { t } = useTranslator();
  const config = useConfig();
  const defaultExpiration = config('share.defaultExpiration');
  const create = useCreateReverseShare();
  const now = new Date();
  const allowed = (wanted: string) =>
    initialExpiration(expirationChoices(wanted, config('share.maxExpiration'), now), wanted, now);

  const handleSubmit = ({ shareExpiration, ...body }: CreateReverseShare) => {
    // The default of the instance is not sent, so that received shares follow it when it changes.
    const isOwn = shareExpiration !== undefined && shareExpiration !== defaultExpiration;
    return create.mutateAsync({ ...body, ...(isOwn && { shareExpiration }) }, { onSuccess: onCreated });
  };

  return (
    <ReverseShareDialog
      title={t('web.reverseShares.createTitle')}
      intro={t('web.reverseShares.createIntro')}
      submitLabel={t('web.reverseShares.createConfirm')}
      initial={{
        name: '',
        description: '',
        expiration: allowed(usualExpiration),
        shareExpiration: allowed(defaultExpiration),
        password: '',
        sendsNotification: config('smtp.enabled'),
        requiresSignIn: false,
        hasSimpleForm: false,
      }}
      mutation={create}
      onSubmit={handleSubmit}
      onClose={onClose}
    />
  );
}

interface EditProps {
  reverseShare: ReverseShare;
  onClose(): void;
}

export function EditReverseShareDialog({ reverseShare, onClose }: EditProps) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const defaultExpiration = useConfig()('share.defaultExpiration');
  const [before] = useState(reverseShare);
  const [removesPassword, setRemovesPassword] = useState(false);
  const update = useUpdateReverseShare(before.id);

  const handleSubmit = async (body: CreateReverseShare) => {
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
    });
  };

  return (
    <ReverseShareDialog
      title={t('web.reverseShares.editTitle')}
      intro={t('web.reverseShares.editIntro')}
      submitLabel={t('web.reverseShares.editConfirm')}
      initial={toForm(before, defaultExpiration)}
      before={before}
      mutation={update}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {before.hasPassword && (
        <Checkbox
          label={t('web.reverseShares.removePassword')}
          checked={removesPassword}
          onChange={({ currentTarget }) => setRemovesPassword(currentTarget.checked)}
        />
      )}
    </ReverseShareDialog>
  );
}

interface DialogProps
  extends Omit<ComponentProps<typeof FormDialog<CreateReverseShare>>, 'form' | 'children'> {
  initial: CreateReverseShare;
  /** The reverse share that is edited */
  before?: ReverseShare;
  /** Below the field for the password */
  children?: ReactNode;
}

function ReverseShareDialog({ initial, before, children, onClose, ...dialog }: DialogProps) {
  const { t } = useTranslator();
  const form = useContractForm(CreateReverseShare, initial);
  const { isDirty } = form.formState;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <FormDialog isLong form={form} onClose={() => (isDirty ? setAsking(true) : onClose())} {...dialog}>
        <ReverseShareFields form={form} before={before}>
          {children}
        </ReverseShareFields>
      </FormDialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('web.shares.unsavedTitle')}
        text={t('web.shares.unsavedText')}
        confirmLabel={t('web.shares.unsavedDrop')}
        cancelLabel={t('web.shares.unsavedKeep')}
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      />
    </>
  );
}
