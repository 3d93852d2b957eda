import Box from '@mui/material/Box';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { EmailsInput } from '../../../ui/fields/EmailsInput.tsx';

interface Props {
  share: ShareDetails;
  value: readonly string[];
  error: string | undefined;
  onChange(recipients: string[]): void;
}

/** The recipients of the link, and the state of each mail. */
export function RecipientsField({ share, value, error, onChange }: Props) {
  const { t } = useTranslator();
  const known = new Map(share.recipients.map((recipient) => [recipient.email, recipient]));
  const failed = share.recipients.filter(({ email, state }) => state === 'failed' && value.includes(email));
  return (
    <Box>
      <EmailsInput
        label={t('web.upload.recipients')}
        hint={t('web.shares.recipientsHint')}
        value={value}
        error={error}
        noteOf={(email) => {
          const recipient = known.get(email);
          return recipient && t(`web.shares.recipientStates.${recipient.state}`);
        }}
        onChange={onChange}
      />
      {failed.length > 0 && (
        <>
          <Box component="ul" aria-label={t('web.shares.recipientProblems')} sx={problemsStyle}>
            {failed.map(({ email, problem }) => (
              <li key={email}>
                <strong>{email}</strong>: {problem ?? t('web.shares.recipientStates.failed')}
              </li>
            ))}
          </Box>
          {/* Removing and adding an address in one change sends nothing. */}
          <Box sx={{ mt: 0.5, typography: 'body2', color: 'text.secondary' }}>
            {t('web.shares.recipientAgain')}
          </Box>
        </>
      )}
    </Box>
  );
}

const problemsStyle = {
  m: 0,
  mt: 1,
  pl: 2.5,
  typography: 'body2',
  color: 'error.main',
  overflowWrap: 'anywhere',
} as const;
