import Box from '@mui/material/Box';
import type { Share, ShareState } from '#sdk/contract/shares.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useManagedState } from './use-share-view.ts';

/** Notes for people who manage the share: what others see, and that their own views are not counted. */
const ownNotes: { readonly [S in ShareState]?: MessageKey } = {
  draft: 'web.share.ownDraft',
  completing: 'web.share.ownDraft',
  active: 'web.share.ownVisit',
  expired: 'web.share.ownExpired',
};

/** Notices above the files. */
export function ShareNotes({ share }: { share: Share }) {
  const { t } = useTranslator();
  const state = useManagedState(share.id);
  const own = state === null ? undefined : ownNotes[state];
  if (!share.isAdding && !own) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {own && <Notice>{t(own)}</Notice>}
      {share.isAdding && <Notice>{t('web.share.adding')}</Notice>}
    </Box>
  );
}
