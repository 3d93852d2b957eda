import Box from '@mui/material/Box';
import {
  ClockPlus as clockPlusIcon,
  Copy as copyIcon,
  Ellipsis as ellipsisIcon,
  ExternalLink as externalLinkIcon,
  type IconNode,
  Info as infoIcon,
  Play as playIcon,
  Trash as trashIcon,
} from 'lucide';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { continueUploadPath, sharePath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import type { PopupMenuItem } from '../../ui/navigation/PopupMenu.tsx';
import { canContinue, isDraft } from './share-states.ts';
import { titleOf } from './title-of.ts';
import type { BatchAction } from './use-batch.ts';
import { useDetailsLink } from './use-open-details.ts';
import type { ListedShare } from './use-share-list.ts';

interface Props {
  share: ListedShare;
  onAction(action: BatchAction, share: ListedShare): void;
}

interface Choice extends Omit<PopupMenuItem, 'label'> {
  icon: IconNode;
  label: MessageKey;
  /** Whether the item is shown for this share; true, unless given */
  isShown?: boolean;
}

/** The actions for a share. */
export function ShareMenu({ share, onAction }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const choices = useChoices({ share, onAction });
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <MenuButton
        label={t('web.shares.menu', { name: titleOf(translator, share) })}
        items={choices
          .filter(({ isShown = true }) => isShown)
          .map(({ label, isShown: _, ...item }) => ({ ...item, label: t(label) }))}
      >
        <Icon icon={ellipsisIcon} />
      </MenuButton>
    </Box>
  );
}

function useChoices({ share, onAction }: Props): Choice[] {
  const { t } = useTranslator();
  const linkTo = useDetailsLink();
  return [
    {
      key: 'details',
      icon: infoIcon,
      label: 'web.shares.actions.details',
      path: linkTo(share.id),
    },
    {
      key: 'continue',
      icon: playIcon,
      label: 'web.shares.actions.continue',
      isShown: canContinue(share),
      path: continueUploadPath(share.id),
    },
    {
      key: 'copy',
      icon: copyIcon,
      label: 'web.shares.actions.copyLink',
      copy: { value: share.url, doneMessage: t('web.common.linkCopied') },
    },
    {
      key: 'open',
      icon: externalLinkIcon,
      label: 'web.shares.actions.open',
      isShown: !isDraft(share),
      path: sharePath(share.id),
    },
    {
      key: 'extend',
      icon: clockPlusIcon,
      label: 'web.shares.actions.extend',
      isShown: share.can.edit,
      onSelect: () => onAction('extend', share),
    },
    {
      key: 'remove',
      icon: trashIcon,
      label: isDraft(share) ? 'web.shares.actions.discard' : 'web.shares.actions.remove',
      isShown: share.can.remove,
      onSelect: () => onAction('remove', share),
    },
  ];
}
