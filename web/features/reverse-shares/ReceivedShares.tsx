import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {
  Download as downloadIcon,
  FolderDown as folderDownIcon,
  Inbox as inboxIcon,
  Trash as trashIcon,
} from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { sharePath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { client } from '../../lib/sdk.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Item, ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { titlePartsOf } from '../../uploading/title-parts.ts';
import { useReceivedShares, useRemoveReceivedShare } from './use-reverse-shares.ts';

/** The shares received through a reverse share. */
export function ReceivedShares({ reverseShare }: { reverseShare: ReverseShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { notify } = useNotifier();
  const list = useReceivedShares(reverseShare.id);
  const remove = useRemoveReceivedShare();
  const [toRemove, setToRemove] = useState<OwnerShare | null>(null);
  const shares = list.data?.pages.flatMap((page) => page.shares) ?? [];

  const close = () => {
    setToRemove(null);
    remove.reset();
  };
  const handleRemove = (id: string) =>
    remove.mutateAsync(id, {
      onSuccess: () => {
        close();
        notify(t('web.shares.removed'), 'success');
      },
    });

  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography variant="h3" component="h2">
        {t('web.reverseShares.columnReceived')}
      </Typography>
      <QueryStatus query={list} skeleton={<ItemListSkeleton />} />
      {list.isSuccess && shares.length === 0 && <NothingReceived />}
      {shares.length > 0 && (
        <ItemList label={t('web.reverseShares.columnReceived')}>
          {shares.map((share) => (
            <ReceivedShareItem key={share.id} share={share} onRemove={() => setToRemove(share)} />
          ))}
        </ItemList>
      )}
      <MoreButton list={list} />
      {toRemove && (
        <ConfirmDialog
          title={t('web.shares.removeTitle')}
          text={t('web.shares.removeOne', {
            name: titlePartsOf(toRemove).name,
            files: t('web.upload.fileCount', { count: toRemove.fileCount }),
            size: format.bytes(toRemove.size),
            count: toRemove.visitors,
          })}
          confirmLabel={t('web.shares.removeConfirm')}
          mutation={remove}
          onCancel={close}
          onConfirm={() => handleRemove(toRemove.id)}
        />
      )}
    </Box>
  );
}

function NothingReceived() {
  const { t } = useTranslator();
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        p: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.6,
        bgcolor: 'background.paper',
        color: 'text.secondary',
      }}
    >
      <Icon icon={inboxIcon} size={28} />
      {t('web.reverseShares.nothingReceived')}
    </Box>
  );
}

interface Props {
  share: OwnerShare;
  onRemove(): void;
}

function ReceivedShareItem({ share, onRemove }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { name } = titlePartsOf(share);
  const isActive = share.state === 'active';
  // If archives are compressed, the page of the share waits until one is built.
  const isCompressed = useConfig()('share.zipCompressionLevel') > 0;
  const download = isCompressed
    ? { component: Link, to: sharePath(share.id) }
    : { component: 'a', href: client.archiveUrl(share.id), download: true };
  const facts = [
    t('web.upload.summary', { count: share.fileCount, size: format.bytes(share.size) }),
    format.dateTime(share.completedAt ?? share.createdAt),
    share.expiresAt === null
      ? t('web.share.expiresNever')
      : t('web.reverseShares.shareExpiresAt', { relative: format.relative(share.expiresAt) }),
  ];
  return (
    <Item
      icon={folderDownIcon}
      title={
        <Box component={Link} to={sharePath(share.id)} sx={{ color: 'text.primary' }}>
          {name}
        </Box>
      }
      mark={!isActive && <Badge>{t(`web.shares.states.${share.state}`)}</Badge>}
      facts={
        <>
          {share.description !== null && (
            <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', color: 'text.primary' }}>
              {share.description}
            </Box>
          )}
          {facts.join(' · ')}
        </>
      }
      action={
        <Box sx={{ display: 'flex' }}>
          {isActive && share.can.download && (
            <IconButton
              {...download}
              aria-label={t('web.share.downloadFile', { name })}
              title={t('web.reverseShares.download')}
            >
              <Icon icon={downloadIcon} size={22} />
            </IconButton>
          )}
          <IconButton
            aria-label={t('web.shares.remove', { name })}
            title={t('web.shares.removeConfirm')}
            onClick={onRemove}
            sx={{ '&:hover': { color: 'error.main' } }}
          >
            <Icon icon={trashIcon} size={22} />
          </IconButton>
        </Box>
      }
    />
  );
}
