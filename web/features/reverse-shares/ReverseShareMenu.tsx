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
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { EditReverseShareDialog } from './EditReverseShareDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { RemoveReverseShareDialog } from './RemoveReverseShareDialog.tsx';
import { titleOf } from './reverse-share-texts.ts';
import { useUpdateReverseShare } from './use-reverse-shares.ts';

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
      {asked === 'link' && <LinkDialog reverseShare={reverseShare} onClose={close} />}
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
