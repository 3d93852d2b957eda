import Button from '@mui/material/Button';
import { Check as checkIcon } from 'lucide';
import type { UploadResult } from '#sdk/browser.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { useInvitation } from './use-invitation.ts';

interface Props {
  token: string;
  result: Pick<UploadResult, 'files' | 'bytes'>;
  invitation: ReverseShareInvitation;
  onReset(): void;
}

/** The files have arrived. More can be sent only if the link, fetched again, still accepts files. */
export function FilesSent({ token, result, invitation, onReset }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { data, isFetchedAfterMount } = useInvitation(token);
  const takesMore = isFetchedAfterMount && data?.kind === 'open';
  return (
    <StatusPage
      isOutcome
      icon={checkIcon}
      title={t('web.reverseUpload.sentTitle', { owner: invitation.owner })}
      actions={
        takesMore && (
          <Button variant="outlined" onClick={onReset}>
            {t('web.reverseUpload.sendMore')}
          </Button>
        )
      }
    >
      <p>{t('web.upload.doneFacts', { count: result.files, size: format.bytes(result.bytes) })}</p>
      <p>{t('web.reverseUpload.sentText')}</p>
    </StatusPage>
  );
}
