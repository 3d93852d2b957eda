import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CreateShare } from '#sdk/contract/share-inputs.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import type { UploadSession, UploadSnapshot } from '../../uploading/upload-session.ts';
import { type Answers, SenderPanel } from './SenderPanel.tsx';

interface Props {
  token: string;
  invitation: ReverseShareInvitation;
  session: UploadSession;
  snapshot: UploadSnapshot;
  onStart(share: CreateShare): void;
}

export function SendFiles({ token, invitation, session, snapshot, onStart }: Props) {
  const { t } = useTranslator();
  const { stage, unfinished } = snapshot;
  const [answers, setAnswers] = useState<Answers>({});

  const handleStart = (given: Answers) => {
    const { password, ...share } = given;
    setAnswers(given);
    onStart({ ...share, reverseShare: { token, ...(password !== undefined && { password }) } });
  };

  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={t('web.reverseUpload.title', { owner: invitation.owner })}
      heading={<InvitationHeading invitation={invitation} isRunning={stage.kind !== 'choosing'} />}
      options={
        <SenderPanel
          key={unfinished ? 'unfinished' : 'new'}
          invitation={invitation}
          snapshot={snapshot}
          // An unfinished upload resumes only with the same name and message.
          initial={{ name: unfinished?.name ?? '', description: unfinished?.description ?? '', ...answers }}
          error={stage.kind === 'choosing' ? stage.error : undefined}
          onStart={handleStart}
        />
      }
      maxSize={invitation.maxShareSize}
      showsLink={false}
    />
  );
}

interface InvitationHeadingProps {
  invitation: ReverseShareInvitation;
  isRunning: boolean;
}

/** The person who requests files, the purpose, and the deadline. */
function InvitationHeading({ invitation, isRunning }: InvitationHeadingProps) {
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
        <Box title={format.dateTime(expiresAt)} sx={{ color: 'text.secondary' }}>
          {t('web.reverseUpload.until', {
            relative: format.relative(expiresAt),
            date: format.deadline(expiresAt),
          })}
        </Box>
      )}
    </Box>
  );
}
