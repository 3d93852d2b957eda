import {
  Ellipsis as ellipsisIcon,
  Lock as lockIcon,
  LockOpen as lockOpenIcon,
  Pencil as pencilIcon,
  QrCode as qrCodeIcon,
  Trash as trashIcon,
} from 'lucide';
import { useState } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import { EditReverseShareDialog } from './ReverseShareDialog.tsx';
import { ReverseShareLinkDialog } from './ReverseShareLinkDialog.tsx';
import { titleOf } from './reverse-share-texts.ts';
import { useRemoveReverseShare, useUpdateReverseShare } from './use-reverse-shares.ts';

interface Props {
  reverseShare: ReverseShare;
  /** Called when it has been deleted */
  onRemoved?(): void;
}

/** The actions for a reverse share, and their dialogs. */
export function ReverseShareMenu({ reverseShare, onRemoved }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const { notify, notifyError } = useNotifier();
  const update = useUpdateReverseShare(reverseShare.id);
  const [dialog, setDialog] = useState<'link' | 'edit' | 'remove' | null>(null);
  const isClosed = reverseShare.state === 'closed';
  const close = () => setDialog(null);

  const handleToggle = () =>
    update.mutate(
      { isClosed: !isClosed },
      {
        onSuccess: () =>
          notify(t(isClosed ? 'web.reverseShares.reopened' : 'web.reverseShares.closed'), 'success'),
        onError: notifyError,
      },
    );

  return (
    <>
      <MenuButton
        label={t('web.reverseShares.menu', { name: titleOf(translator, reverseShare) })}
        items={[
          {
            key: 'link',
            icon: qrCodeIcon,
            label: t('web.reverseShares.showLink'),
            onSelect: () => setDialog('link'),
          },
          {
            key: 'edit',
            icon: pencilIcon,
            label: t('web.reverseShares.edit'),
            onSelect: () => setDialog('edit'),
          },
          {
            key: 'toggle',
            icon: isClosed ? lockOpenIcon : lockIcon,
            label: t(isClosed ? 'web.reverseShares.reopen' : 'web.reverseShares.close'),
            onSelect: handleToggle,
          },
          {
            key: 'remove',
            icon: trashIcon,
            label: t('web.reverseShares.remove'),
            onSelect: () => setDialog('remove'),
          },
        ]}
      >
        <Icon icon={ellipsisIcon} />
      </MenuButton>
      {dialog === 'link' && <ReverseShareLinkDialog reverseShare={reverseShare} onClose={close} />}
      {dialog === 'edit' && <EditReverseShareDialog reverseShare={reverseShare} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog
          reverseShare={reverseShare}
          onClose={close}
          onRemoved={() => {
            close();
            onRemoved?.();
          }}
        />
      )}
    </>
  );
}

interface RemoveDialogProps {
  reverseShare: ReverseShare;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before a reverse share is deleted, and says what is deleted with it. */
function RemoveDialog({ reverseShare, onClose, onRemoved }: RemoveDialogProps) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { notify } = useNotifier();
  const remove = useRemoveReverseShare();
  const { shareCount, size } = reverseShare;
  const name = titleOf(translator, reverseShare);

  const handleConfirm = () =>
    remove.mutateAsync(reverseShare.id, {
      onSuccess: () => {
        onRemoved();
        notify(t('web.reverseShares.removed'), 'success');
      },
    });

  return (
    <ConfirmDialog
      title={t('web.reverseShares.removeTitle')}
      text={
        shareCount === 0
          ? t('web.reverseShares.removeEmptyText', { name })
          : t('web.reverseShares.removeText', { name, count: shareCount, size: format.bytes(size) })
      }
      confirmLabel={t('web.reverseShares.removeConfirm')}
      mutation={remove}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}
