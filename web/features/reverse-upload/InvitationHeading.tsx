import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';

interface Props {
  invitation: ReverseShareInvitation;
  isRunning: boolean;
}

/** Who asks for files, for what, and until when. */
export function InvitationHeading({ invitation, isRunning }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { owner, name, description, expiresAt } = invitation;
  return (
    <Box sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      <Typography variant="h2" component="h1">
        {t(isRunning ? 'web.reverseUpload.runningTitle' : 'web.reverseUpload.title', { owner })}
      </Typography>
      {name !== null && <Box sx={{ fontSize: '1.125rem', fontWeight: 600 }}>{name}</Box>}
      {description !== null && (
        <Box sx={{ maxWidth: '70ch', fontSize: '1.0625rem', whiteSpace: 'pre-line' }}>{description}</Box>
      )}
      {expiresAt !== null && (
        <Box sx={{ color: 'text.secondary' }}>
          {t('web.reverseUpload.until', {
            relative: format.relative(expiresAt),
            date: format.dateTime(expiresAt),
          })}
        </Box>
      )}
    </Box>
  );
}
