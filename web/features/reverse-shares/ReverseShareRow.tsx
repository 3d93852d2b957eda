import Box from '@mui/material/Box';
import { Lock as lockIcon, UserKey as userKeyIcon } from 'lucide';
import { Link } from 'react-router';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { reverseSharePath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyIconButton } from '../../ui/links/CopyIconButton.tsx';
import { cell } from '../../ui/lists/DataTable.tsx';
import { ReverseShareMenu } from './ReverseShareMenu.tsx';
import { stateColors, titleOf, usesOf } from './reverse-share-texts.ts';

export function ReverseShareRow({ reverseShare }: { reverseShare: ReverseShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { id, state, url, shareCount, size, createdAt, expiresAt } = reverseShare;
  const name = titleOf(translator, reverseShare);
  return (
    <tr role="row">
      <td {...cell(t('web.reverseShares.columnName'))} data-full>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box component={Link} to={reverseSharePath(id)} sx={nameStyle}>
            {name}
          </Box>
          <Guards reverseShare={reverseShare} />
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('web.reverseShares.createdOn', { date: format.date(createdAt) })}
        </Box>
      </td>
      <td {...cell(t('web.reverseShares.columnState'))}>
        <StateLabel color={stateColors[state]}>{t(`web.reverseShares.states.${state}`)}</StateLabel>
      </td>
      <td {...cell(t('web.reverseShares.columnReceived'))} data-numeric>
        {shareCount === 0
          ? t('web.reverseShares.nothingYet')
          : t('web.reverseShares.received', { count: shareCount, size: format.bytes(size) })}
      </td>
      <td {...cell(t('web.reverseShares.columnUses'))} data-numeric>
        {usesOf(translator, reverseShare)}
      </td>
      <td
        {...cell(t('web.reverseShares.columnEnds'))}
        title={expiresAt === null ? undefined : format.dateTime(expiresAt)}
        style={{ whiteSpace: 'nowrap' }}
      >
        {expiresAt === null ? t('web.upload.expiresNever') : format.relative(expiresAt)}
      </td>
      <td role="cell">
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <CopyIconButton value={url} label={t('web.reverseShares.copyLink', { name })} />
          <ReverseShareMenu reverseShare={reverseShare} />
        </Box>
      </td>
    </tr>
  );
}

/** The requirements for an upload through the link. */
function Guards({ reverseShare }: { reverseShare: ReverseShare }) {
  const { t } = useTranslator();
  return (
    <>
      {reverseShare.hasPassword && (
        <Box role="img" aria-label={t('web.shares.hasPassword')} sx={{ color: 'text.secondary' }}>
          <Icon icon={lockIcon} size={18} />
        </Box>
      )}
      {reverseShare.requiresSignIn && (
        <Box role="img" aria-label={t('web.reverseShares.requiresSignIn')} sx={{ color: 'text.secondary' }}>
          <Icon icon={userKeyIcon} size={18} />
        </Box>
      )}
    </>
  );
}

const nameStyle = {
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
} as const;
