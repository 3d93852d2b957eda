import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type IconNode, Inbox as inboxIcon, Lock as lockIcon, Upload as uploadIcon } from 'lucide';
import { Link } from 'react-router';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { BareCheckbox } from '../../ui/lists/BareCheckbox.tsx';
import { cell } from '../../ui/lists/DataTable.tsx';
import { ShareMenu } from './ShareMenu.tsx';
import { stateColors } from './share-states.ts';
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
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <tr role="row" aria-selected={isSelected}>
      <td role="cell">
        <BareCheckbox
          label={t('web.shares.select', { name: titleOf(share) })}
          isChecked={isSelected}
          onChange={onSelect}
        />
      </td>
      <td {...cell(t('web.shares.columnShare'))} data-full>
        <NameAndLink share={share} />
      </td>
      {scope === 'all' && (
        <td {...cell(t('web.shares.columnOwner'))}>
          <Owner share={share} onOwner={onOwner} />
        </td>
      )}
      <td {...cell(t('web.shares.columnState'))}>
        <StateLabel color={stateColors[share.state]}>{t(`web.shares.states.${share.state}`)}</StateLabel>
      </td>
      <td {...cell(t('web.shares.columnSize'))} data-numeric>
        <div>
          {format.bytes(share.size)}
          <Box component="span" sx={quietStyle}>
            {t('web.upload.fileCount', { count: share.fileCount })}
          </Box>
        </div>
      </td>
      <td {...cell(t('web.shares.columnVisitors'))} data-numeric>
        {share.maxViews === null
          ? format.number(share.visitors)
          : t('web.shares.visitorsOf', { count: share.visitors, max: share.maxViews })}
      </td>
      <td {...cell(t('web.shares.columnDownloads'))} data-numeric>
        {format.number(share.downloads)}
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
      <td role="cell" data-corner>
        <ShareMenu share={share} onAction={onAction} />
      </td>
    </tr>
  );
}

function NameAndLink({ share }: { share: ListedShare }) {
  const { t } = useTranslator();
  const linkTo = useDetailsLink();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component={Link} to={linkTo(share.id)} sx={nameStyle}>
          {titleOf(share)}
        </Box>
        {share.hasPassword && <Mark icon={lockIcon} label={t('web.shares.hasPassword')} />}
        {share.isAdding && <Mark icon={uploadIcon} label={t('web.shares.isAdding')} />}
        {share.reverseShareId !== null && <Mark icon={inboxIcon} label={t('web.shares.isReceived')} />}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        /s/{share.id}
      </Box>
    </>
  );
}

function Mark({ icon, label }: { icon: IconNode; label: string }) {
  return (
    <Box role="img" aria-label={label} title={label} sx={{ color: 'text.secondary' }}>
      <Icon icon={icon} size={18} />
    </Box>
  );
}

/** Shows all shares of the same owner. */
function Owner({ share: { owner }, onOwner }: Pick<Props, 'share' | 'onOwner'>) {
  const { t } = useTranslator();
  if (!owner) return <Box sx={{ color: 'text.secondary' }}>{t('web.shares.noOwner')}</Box>;
  return (
    <ButtonBase
      title={t('web.shares.onlyOf', { name: owner.username })}
      onClick={() => onOwner(owner.id)}
      sx={{ ...nameStyle, font: 'inherit', minHeight: 24, justifySelf: 'start' }}
    >
      {owner.username}
    </ButtonBase>
  );
}

const nameStyle = {
  fontWeight: 600,
  color: 'text.primary',
  textAlign: 'start',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
} as const;

const quietStyle = {
  display: { xs: 'inline', md: 'block' },
  ml: { xs: 1, md: 0 },
  typography: 'caption',
  color: 'text.secondary',
} as const;
