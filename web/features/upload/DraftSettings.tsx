import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { ExpiryText } from './ResultPanel.tsx';

/** The settings of a draft that is continued. Its owner edits them in its details. */
export function DraftSettings({ draft }: { draft: OwnerShare }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ color: 'text.secondary' }}>
        <ExpiryText expiresAt={draft.expiresAt} />
      </Box>
      {draft.hasPassword && <Box sx={{ color: 'text.secondary' }}>{t('web.upload.doneProtected')}</Box>}
      {draft.can.edit && (
        <Box component={Link} to={myShareDetailsPath(draft.id)}>
          {t('web.upload.continueEdit')}
        </Box>
      )}
    </Box>
  );
}

/** The settings of a draft that this browser remembers. Its owner may have changed them since. */
export function RememberedSettings({ draft }: { draft: OwnerShare }) {
  const isOwner = useCurrentUser() !== null && draft.can.edit;
  const { data = draft } = useQuery({
    queryKey: ['draft-settings', draft.id],
    queryFn: () => client.shares.getOwned({ params: { id: draft.id } }),
    enabled: isOwner,
    staleTime: 0,
  });
  return <DraftSettings draft={data} />;
}
