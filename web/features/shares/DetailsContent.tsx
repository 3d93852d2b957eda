import { mdiDeleteOutline, mdiPlayOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { continueUploadPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AddFiles } from './AddFiles.tsx';
import { LinkSection } from './LinkSection.tsx';
import { OwnedFiles } from './OwnedFiles.tsx';
import { ShareFacts } from './ShareFacts.tsx';
import { ShareForm } from './ShareForm.tsx';
import { canContinue, isDraft } from './share-states.ts';
import type { ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  share: ShareDetails;
  onDirty(isDirty: boolean): void;
  onRemove(share: ShareDetails): void;
}

export function DetailsContent({ scope, share, onDirty, onRemove }: Props) {
  const { t } = useTranslator();
  const isOpenEnded = isDraft(share);
  return (
    <>
      {isOpenEnded && (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Notice>
            {t(share.reverseShareId === null ? 'web.shares.draftText' : 'web.shares.draftReceivedText')}
          </Notice>
          {scope === 'mine' && canContinue(share) && (
            <Button
              component={Link}
              to={continueUploadPath(share.id)}
              variant="contained"
              color="primary"
              startIcon={<Icon path={mdiPlayOutline} />}
            >
              {t('web.shares.actions.continue')}
            </Button>
          )}
        </Box>
      )}
      {share.state === 'expired' && <Notice>{t('web.shares.expiredText')}</Notice>}
      <LinkSection share={share} />
      <ShareFacts share={share} />
      <ShareForm share={share} onDirty={onDirty} />
      <OwnedFiles share={share}>{share.state === 'active' && <AddFiles share={share} />}</OwnedFiles>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiDeleteOutline} />}
        onClick={() => onRemove(share)}
        sx={{ justifySelf: 'start', color: 'error.main' }}
      >
        {t(isOpenEnded ? 'web.shares.actions.discard' : 'web.shares.actions.removeShare')}
      </Button>
    </>
  );
}
