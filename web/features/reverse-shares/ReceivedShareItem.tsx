import { mdiDeleteOutline, mdiDownload, mdiFolderArrowDownOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { sharePath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Item } from '../../ui/ItemList.tsx';

interface Props {
  share: OwnerShare;
  onRemove(): void;
}

export function ReceivedShareItem({ share, onRemove }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const name = share.name ?? t('web.reverseShares.untitledShare');
  const isActive = share.state === 'active';
  // Where archives are compressed, the page of the share waits until there is one.
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
      icon={mdiFolderArrowDownOutline}
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
          {isActive && (
            <IconButton
              {...download}
              aria-label={t('web.share.downloadFile', { name })}
              title={t('web.reverseShares.download')}
            >
              <Icon path={mdiDownload} size={22} />
            </IconButton>
          )}
          <IconButton
            aria-label={t('web.shares.remove', { name })}
            title={t('web.shares.removeConfirm')}
            onClick={onRemove}
            sx={{ '&:hover': { color: 'error.main' } }}
          >
            <Icon path={mdiDeleteOutline} size={22} />
          </IconButton>
        </Box>
      }
    />
  );
}
