import Box from '@mui/material/Box';
import { Clock as clockIcon } from 'lucide';
import { shownState } from '#sdk/contract/shares/shown-state.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { isOver, isSoon } from './share-states.ts';
import type { ListedShare } from './use-share-list.ts';

/** When the share expires, in words; striking where that is soon or over. */
export function ExpiryChip({ share }: { share: ListedShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { expiresAt } = share;
  if (isOver(share)) return <Box sx={[chipStyle, overStyle]}>{t(`web.shares.states.${share.state}`)}</Box>;
  if (expiresAt === null) return t('web.upload.expiresNever');
  return (
    <Box component="span" title={format.dateTime(expiresAt)} sx={isSoon(share) ? [chipStyle, warnStyle] : {}}>
      {isSoon(share) && <Icon icon={clockIcon} size={16} />}
      {format.relative(expiresAt)}
    </Box>
  );
}

/** The state of a share that visitors cannot open. Wide screens have a column for those that are over. */
export function StateChip({ share }: { share: ListedShare }) {
  const { t } = useTranslator();
  const state = shownState(share);
  if (state === 'active') return null;
  const isEnded = isOver(share);
  return (
    <Box
      component="span"
      {...(isEnded && { 'data-narrow': true })}
      sx={[chipStyle, isEnded ? overStyle : warnStyle, { minHeight: 26 }]}
    >
      {t(`web.shares.states.${state}`)}
    </Box>
  );
}

const chipStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  gap: 1,
  minHeight: 30,
  px: 1.5,
  border: '1px solid transparent',
  borderRadius: '999px',
  fontWeight: 560,
  whiteSpace: 'nowrap',
} as const;

const warnStyle = { color: 'warning.main', bgcolor: 'warning.light' } as const;
const overStyle = { color: 'text.secondary', borderColor: 'paper.edge' } as const;
