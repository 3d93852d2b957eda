import {
  mdiDeleteOutline,
  mdiDotsHorizontal,
  mdiLockOpenVariantOutline,
  mdiLockOutline,
  mdiPencilOutline,
  mdiQrcode,
} from '@mdi/js';
import { useState } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import { EditReverseShareDialog } from './EditReverseShareDialog.tsx';
import { ReverseShareLinkDialog } from './ReverseShareLinkDialog.tsx';
import { titleOf } from './reverse-share-texts.ts';
import { useRemoveReverseShare, useUpdateReverseShare } from './use-reverse-shares.ts';

interface Props {
  reverseShare: ReverseShare;
  /** Called once it is gone. */
  onRemoved?(): void;
}

/** What can be done with a reverse share, and the dialogs that ask about it. */
export function ReverseShareMenu({ reverseShare, onRemoved }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const { notify, notifyError } = useNotifier();
  const update = useUpdateReverseShare(reverseShare.id);
  const [asked, setAsked] = useState<'link' | 'edit' | 'remove' | null>(null);
  const isClosed = reverseShare.state === 'closed';
  const close = () => setAsked(null);

  const handleToggle = () =>
    update.mutate(
      { isClosed: !isClosed },
      {
        onSuccess: () =>
          notify(t(isClosed ? 'web.reverseShares.reopened' : 'web.reverseShares.closed'), 'success'),
        onError: notifyError,
      },
    );

  const item = (key: string, { icon, label, onSelect }: Choice) => ({
    key,
    label: (
      <>
        <Icon path={icon} size={20} />
        {t(label)}
      </>
    ),
    onSelect,
  });

  return (
    <>
      <MenuButton
        label={t('web.reverseShares.menu', { name: titleOf(translator, reverseShare) })}
        items={[
          item('link', {
            icon: mdiQrcode,
            label: 'web.reverseShares.showLink',
            onSelect: () => setAsked('link'),
          }),
          item('edit', {
            icon: mdiPencilOutline,
            label: 'web.reverseShares.edit',
            onSelect: () => setAsked('edit'),
          }),
          item('toggle', {
            icon: isClosed ? mdiLockOpenVariantOutline : mdiLockOutline,
            label: isClosed ? 'web.reverseShares.reopen' : 'web.reverseShares.close',
            onSelect: handleToggle,
          }),
          item('remove', {
            icon: mdiDeleteOutline,
            label: 'web.reverseShares.remove',
            onSelect: () => setAsked('remove'),
          }),
        ]}
      >
        <Icon path={mdiDotsHorizontal} />
      </MenuButton>
      {asked === 'link' && <ReverseShareLinkDialog reverseShare={reverseShare} onClose={close} />}
      {asked === 'edit' && <EditReverseShareDialog reverseShare={reverseShare} onClose={close} />}
      {asked === 'remove' && (
        <RemoveReverseShareDialog
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

interface Choice {
  icon: string;
  label: MessageKey;
  onSelect(): void;
}

interface RemoveReverseShareDialogProps {
  reverseShare: ReverseShare;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before a reverse share goes, and says how much goes with it. */
function RemoveReverseShareDialog({ reverseShare, onClose, onRemoved }: RemoveReverseShareDialogProps) {
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
      isOpen
      title={t('web.reverseShares.removeTitle')}
      text={
        shareCount === 0
          ? t('web.reverseShares.removeEmptyText', { name })
          : t('web.reverseShares.removeText', { name, count: shareCount, size: format.bytes(size) })
      }
      confirmLabel={t('web.reverseShares.removeConfirm')}
      cancelLabel={t('web.common.cancel')}
      isPending={remove.isPending}
      error={remove.isError ? describeError(translator, remove.error) : undefined}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}
