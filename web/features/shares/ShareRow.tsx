import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { type IconNode, Inbox as inboxIcon, Lock as lockIcon, Upload as uploadIcon } from 'lucide';
import { Link as RouterLink } from 'react-router';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { continueUploadPath } from '../../app/paths.ts';
import { layout } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { MiniStack } from '../../ui/files/MiniStack.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyIconButton } from '../../ui/links/CopyIconButton.tsx';
import { BareCheckbox } from '../../ui/lists/BareCheckbox.tsx';
import { listScreen } from '../../ui/lists/table-style.ts';
import { titlePartsOf } from '../../uploading/title-parts.ts';
import { arrivedBytes } from './arrived-bytes.ts';
import { ExpiryChip, StateChip } from './chips.tsx';
import { ShareMenu } from './ShareMenu.tsx';
import { canContinue, isOver, isSoon } from './share-states.ts';
import { titleOf } from './title-of.ts';
import type { BatchAction } from './use-batch.ts';
import { useDetailsLink } from './use-open-details.ts';
import type { ListedShare, ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  share: ListedShare;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  onAction(action: BatchAction, share: ListedShare): void;
  onOwner(id: string): void;
}

export function ShareRow({ scope, share, isSelected, onSelect, onAction, onOwner }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { opens, downloads } = useOpens(share);
  return (
    <tr role="row" aria-selected={isSelected}>
      <td role="cell" data-box>
        <BareCheckbox
          label={t('web.shares.select', { name: titleOf(translator, share) })}
          isChecked={isSelected}
          onChange={onSelect}
        />
      </td>
      <td role="cell" data-name>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.75, minWidth: 0 }}>
          <Stack share={share} />
          <NameAndLink share={share} />
        </Box>
      </td>
      {scope === 'all' && (
        <td role="cell" data-column>
          <Owner share={share} onOwner={onOwner} />
        </td>
      )}
      <td role="cell" data-numeric data-column>
        <b>{format.bytes(arrivedBytes(share))}</b>
        <div>{t('web.upload.fileCount', { count: share.fileCount })}</div>
      </td>
      <td role="cell" data-column>
        {downloads === '' ? opens : <b>{opens}</b>}
        <div>{downloads}</div>
      </td>
      <td role="cell" data-column>
        <ExpiryChip share={share} />
      </td>
      <td role="cell" title={format.dateTime(share.createdAt)} data-column data-spare>
        {format.pastDay(share.createdAt)}
      </td>
      <td role="cell" data-end>
        <Box sx={{ position: 'relative', display: 'flex', justifyContent: 'flex-end' }}>
          {!canContinue(share) && (
            <Box sx={{ display: { md: 'none' } }}>
              <CopyButton share={share} />
            </Box>
          )}
          <ShareMenu share={share} onAction={onAction} />
        </Box>
      </td>
    </tr>
  );
}

function Stack({ share }: { share: ListedShare }) {
  const { firstPath = null } = share.arriving ?? {};
  const arriving = share.cover.length === 0 && firstPath !== null ? [{ name: firstPath }] : [];
  const files = share.cover.map(({ id, name, thumbnail }) => ({
    name,
    picture: thumbnail ? client.thumbnailUrl(share.id, id, 'small') : undefined,
  }));
  return <MiniStack files={[...arriving, ...files.toReversed()]} isOver={isOver(share)} />;
}

/** The second line is the link on wide screens, and on a phone what matters most of the other columns. */
function NameAndLink({ share }: { share: ListedShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const linkTo = useDetailsLink();
  const { number } = useFormat();
  const { name, more } = titlePartsOf(share);
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box
          component={RouterLink}
          to={linkTo(share.id)}
          title={titleOf(translator, share)}
          {...(more > 0 && { 'aria-label': titleOf(translator, share) })}
          sx={nameStyle}
        >
          <span>{name}</span>
          {more > 0 && <Box component="span" sx={{ flex: 'none' }}>{`+${number(more)}`}</Box>}
        </Box>
        {share.hasPassword && <Mark icon={lockIcon} label={t('web.shares.hasPassword')} />}
        {share.isAdding && <Mark icon={uploadIcon} label={t('web.shares.isAdding')} />}
        {share.reverseShareId !== null && <Mark icon={inboxIcon} label={t('web.shares.isReceived')} />}
      </Box>
      <Box sx={lineStyle}>
        <StateChip share={share} />
        {canContinue(share) ? (
          <Link
            component={RouterLink}
            to={continueUploadPath(share.id)}
            aria-label={t('web.shares.actions.continue')}
            sx={continueStyle}
          >
            {t('web.shares.continue')}
          </Link>
        ) : (
          <>
            <Box component="span" data-wide>
              /s/{share.id}
            </Box>
            <Summary share={share} />
            <Box data-wide sx={{ ml: -1, display: { md: 'contents' } }}>
              <CopyButton isFlat share={share} />
            </Box>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The columns of a wide screen in one line, beside the chip of a share that nobody can open only its size. */
function Summary({ share }: { share: ListedShare }) {
  const format = useFormat();
  const { opens, downloads } = useOpens(share);
  const { expiresAt } = share;
  if (isOver(share) || share.isQuarantined) return <span data-summary>{format.bytes(share.size)}</span>;
  return (
    <span data-summary>
      {isSoon(share) && expiresAt !== null && <em>{format.relative(expiresAt)}</em>}
      {[opens, downloads].filter((text) => text !== '').join(' · ')}
    </span>
  );
}

/** Nothing can be done with the link of a share that is over. */
function CopyButton({ share, isFlat = false }: { share: ListedShare; isFlat?: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  if (isOver(share)) return null;
  const label = t('web.shares.copyLinkOf', { name: titleOf(translator, share) });
  return <CopyIconButton isFlat={isFlat} value={share.url} label={label} />;
}

function Mark({ icon, label }: { icon: IconNode; label: string }) {
  return (
    <Box
      role="img"
      aria-label={label}
      title={label}
      sx={{ flex: 'none', color: 'text.caption', lineHeight: 0 }}
    >
      <Icon icon={icon} size={16} />
    </Box>
  );
}

/** Shows all shares of the same owner. */
function Owner({ share: { owner }, onOwner }: Pick<Props, 'share' | 'onOwner'>) {
  const { t } = useTranslator();
  if (!owner) return <Box sx={{ color: 'text.secondary' }}>{t('web.shares.noOwner')}</Box>;
  return (
    <Box
      component="button"
      type="button"
      title={t('web.shares.onlyOf', { name: owner.username })}
      onClick={() => onOwner(owner.id)}
      sx={ownerStyle}
    >
      {owner.username}
    </Box>
  );
}

const nameStyle = {
  display: 'flex',
  gap: 0.75,
  minWidth: 0,
  '& > :first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  fontSize: '0.9375rem',
  fontWeight: 560,
  // 24 pixels are the least that a target may have.
  lineHeight: '24px',
  color: 'text.primary',
  textAlign: 'start',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  // As large as its whole row, for fingers; the buttons of the row are above it.
  [listScreen]: { '&::after': { content: '""', position: 'absolute', inset: 0 } },
} as const;

const lineStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  minHeight: 26,
  color: 'text.caption',
  whiteSpace: 'nowrap',
  '&:has(> a)': { flexWrap: 'wrap' },
  '& em': { mr: 1, color: 'warning.main', fontStyle: 'normal', fontWeight: 560 },
  '& > span[data-wide], & > [data-summary]': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

const continueStyle = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  my: -1.25,
} as const;

const ownerStyle = {
  minHeight: layout.touchTarget,
  m: 0,
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontWeight: 540,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
} as const;

type Counts = Pick<OwnerShare, 'visitors' | 'downloads' | 'maxViews'>;

/** How often a share was opened and downloaded, in words; nothing about downloads before it was opened. */
function useOpens({ visitors, downloads, maxViews }: Counts): { opens: string; downloads: string } {
  const { t } = useTranslator();
  const { number } = useFormat();
  if (visitors === 0 && downloads === 0 && maxViews === null) {
    return { opens: t('web.shares.notOpened'), downloads: '' };
  }
  return {
    opens:
      maxViews === null
        ? t('web.shares.opens', { count: visitors })
        : t('web.shares.opensOf', { count: visitors, max: number(maxViews) }),
    downloads: t('web.shares.fileDownloads', { count: downloads }),
  };
}
