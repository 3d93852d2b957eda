import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Plus as plusIcon } from 'lucide';
import type { UploadResult } from '#sdk/browser.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { SentPage } from '../../uploading/done/SentPage.tsx';
import type { PickedFiles } from '../../uploading/picked-files.ts';
import { useInvitation } from './use-invitation.ts';

interface Props {
  token: string;
  result: Pick<UploadResult, 'files' | 'bytes'>;
  /** Those that were sent */
  files: PickedFiles;
  invitation: ReverseShareInvitation;
  onReset(): void;
}

/** The files have arrived. More can be sent only if the link, fetched again, still accepts files. */
export function FilesSent({ token, result, files, invitation, onReset }: Props) {
  const { t } = useTranslator();
  const { data, isFetchedAfterMount } = useInvitation(token);
  const takesMore = isFetchedAfterMount && data?.kind === 'open';
  return (
    <SentPage
      title={t('web.reverseUpload.sentTitle', { owner: invitation.owner })}
      result={result}
      files={files}
    >
      <Typography variant="lead" component="p" sx={{ m: 0, maxWidth: '40ch', color: 'text.secondary' }}>
        {t('web.reverseUpload.sentText')}
      </Typography>
      {takesMore && (
        <Button
          variant="outlined"
          size="large"
          startIcon={<Icon icon={plusIcon} size={16} />}
          onClick={onReset}
          sx={{ justifySelf: 'start', mt: 3.25 }}
        >
          {t('web.reverseUpload.sendMore')}
        </Button>
      )}
    </SentPage>
  );
}
