import { mdiContentCopy, mdiDeleteOutline, mdiLockOutline, mdiOpenInNew } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';
import type { OwnerShare, ShareState } from '#sdk/contract/shares.js';
import { sharePath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { titleOf } from './title-of.ts';

interface Props {
  share: OwnerShare;
  onRemove(share: OwnerShare): void;
}

export function ShareRow({ share, onRemove }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const copy = useCopy();
  const name = titleOf(share);
  const cell = (label: string) => ({ role: 'cell', 'data-label': label });
  return (
    <tr role="row">
      <td {...cell(t('web.shares.columnShare'))} data-full>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box
            component={Link}
            to={sharePath(share.id)}
            sx={{
              fontWeight: 600,
              textDecoration: 'none',
              overflowWrap: 'anywhere',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {name}
          </Box>
          {share.hasPassword && (
            <Box role="img" aria-label={t('web.shares.hasPassword')} sx={{ color: 'text.secondary' }}>
              <Icon path={mdiLockOutline} size={18} />
            </Box>
          )}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          /s/{share.id}
        </Box>
      </td>
      <td {...cell(t('web.shares.columnState'))}>
        <StateMark color={stateColors[share.state]}>{t(`web.shares.states.${share.state}`)}</StateMark>
      </td>
      <td {...cell(t('web.shares.columnFiles'))} data-numeric>
        {format.number(share.fileCount)}
      </td>
      <td {...cell(t('web.shares.columnSize'))} data-numeric>
        {format.bytes(share.size)}
      </td>
      <td {...cell(t('web.shares.columnVisitors'))} data-numeric>
        {share.maxViews === null
          ? format.number(share.visitors)
          : t('web.shares.visitorsOf', { count: share.visitors, max: share.maxViews })}
      </td>
      <td
        {...cell(t('web.shares.columnExpires'))}
        title={share.expiresAt === null ? undefined : format.dateTime(share.expiresAt)}
      >
        {share.expiresAt === null ? t('web.upload.expiresNever') : format.relative(share.expiresAt)}
      </td>
      <td {...cell(t('web.shares.columnCreated'))} title={format.dateTime(share.createdAt)}>
        {format.date(share.createdAt)}
      </td>
      <td role="cell">
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <IconButton
            aria-label={t('web.shares.copyLink', { name })}
            title={t('web.shares.copyLinkTitle')}
            onClick={() => copy(share.url, t('web.common.linkCopied'))}
          >
            <Icon path={mdiContentCopy} size={20} />
          </IconButton>
          <IconButton
            component={Link}
            to={sharePath(share.id)}
            aria-label={t('web.shares.open', { name })}
            title={t('web.shares.openTitle')}
          >
            <Icon path={mdiOpenInNew} size={20} />
          </IconButton>
          <IconButton
            aria-label={t('web.shares.remove', { name })}
            title={t('web.shares.removeConfirm')}
            onClick={() => onRemove(share)}
            sx={{ '&:hover': { color: 'error.main' } }}
          >
            <Icon path={mdiDeleteOutline} size={22} />
          </IconButton>
        </Box>
      </td>
    </tr>
  );
}

const stateColors = {
  draft: 'warning.main',
  completing: 'warning.main',
  active: 'success.main',
  expired: 'text.disabled',
  removed: 'text.disabled',
} as const satisfies Record<ShareState, string>;
