import Box from '@mui/material/Box';
import { Lock as lockIcon, UserKey as userKeyIcon } from 'lucide';
import { Link } from 'react-router';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { reverseSharePath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { timeLeft } from '../../lib/time-left.ts';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { MiniStack } from '../../ui/files/MiniStack.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyIconButton } from '../../ui/links/CopyIconButton.tsx';
import { ReverseShareMenu } from './ReverseShareMenu.tsx';
import { stateColors, titleOf, usesOf } from './reverse-share-texts.ts';

export function ReverseShareRow({ reverseShare }: { reverseShare: ReverseShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { id, state, url, shareCount, size, expiresAt } = reverseShare;
  const name = titleOf(translator, reverseShare);
  const received =
    shareCount === 0
      ? t('web.reverseShares.nothingYet')
      : t('web.reverseShares.received', { count: shareCount, size: format.bytes(size) });
  return (
    <tr role="row">
      <td role="cell" data-name>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.75, minWidth: 0 }}>
          <MiniStack files={printsOf(reverseShare)} isOver={state !== 'open'} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box component={Link} to={reverseSharePath(id)} sx={nameStyle}>
                {name}
              </Box>
              <Guards reverseShare={reverseShare} />
            </Box>
            <Box data-wide sx={linkLineStyle}>
              <span>{shortLinkOf(url)}</span>
              <CopyIconButton isFlat value={url} label={t('web.reverseShares.copyLink', { name })} />
            </Box>
            <Box data-summary>
              <Summary reverseShare={reverseShare} />
            </Box>
          </Box>
        </Box>
      </td>
      <td role="cell">
        <StateLabel color={stateColors[state]}>{t(`web.reverseShares.states.${state}`)}</StateLabel>
      </td>
      <td role="cell" data-numeric>
        {received}
      </td>
      <td role="cell" data-numeric>
        {usesOf(translator, reverseShare)}
      </td>
      <td
        role="cell"
        title={expiresAt === null ? undefined : format.dateTime(expiresAt)}
        style={{ whiteSpace: 'nowrap' }}
      >
        {expiresAt === null ? t('web.upload.expiresNever') : format.relative(expiresAt)}
      </td>
      <td role="cell" data-end>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Box data-narrow>
            <CopyIconButton value={url} label={t('web.reverseShares.copyLink', { name })} />
          </Box>
          <ReverseShareMenu reverseShare={reverseShare} />
        </Box>
      </td>
    </tr>
  );
}

/** The files of the newest share, from back to front. */
function printsOf({ cover }: ReverseShare) {
  const prints = (cover?.files ?? []).map(({ id, name, thumbnail }) => ({
    name,
    picture: cover && thumbnail ? client.thumbnailUrl(cover.shareId, id, 'small') : undefined,
  }));
  return prints.toReversed();
}

/** What matters most of the other columns, for a phone. */
function Summary({ reverseShare: { state, shareCount, expiresAt } }: { reverseShare: ReverseShare }) {
  const { t } = useTranslator();
  const received =
    shareCount === 0
      ? t('web.reverseShares.nothingYet')
      : t('web.reverseShares.receivedShares', { count: shareCount });
  if (state !== 'open') return `${t(`web.reverseShares.states.${state}`)} · ${received}`;
  const left = expiresAt === null ? null : timeLeft(new Date(expiresAt), new Date());
  return left ? `${received} · ${t(`web.share.left.${left.unit}`, { count: left.count })}` : received;
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

/** What people recognise a link by: the path, without most of the secret. */
function shortLinkOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.length > 24 ? `${pathname.slice(0, 22)}…` : pathname;
}

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

const nameStyle = {
  ...ellipsis,
  minWidth: 0,
  fontSize: '0.9375rem',
  fontWeight: 560,
  lineHeight: '24px',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
} as const;

const linkLineStyle = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 26,
  color: 'text.caption',
  '& > span': ellipsis,
} as const;
