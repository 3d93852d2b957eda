import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Clock as clockIcon, Layers as layersIcon, Lock as lockIcon } from 'lucide';
import { useMemo, useState } from 'react';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { useConfig, useShareRules } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { Fact } from '../../uploading/EmptySheet.tsx';
import { findLimitProblem } from '../../uploading/find-limit-problem.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { isPartOf } from '../../uploading/unfinished.ts';
import type { UploadSession, UploadSnapshot } from '../../uploading/upload-session.ts';
import { Answers, isAboutPassword, SenderFields } from './SenderFields.tsx';

interface Props {
  token: string;
  invitation: ReverseShareInvitation;
  session: UploadSession;
  snapshot: UploadSnapshot;
  onStart(share: CreateShare): void;
  /** Sends the rest of an upload that an earlier visit left, which keeps its name and message. */
  onContinue(): void;
}

/** A person asks for files: what for beside the empty sheet, then above the chosen files. */
export function SendFiles({ token, invitation, session, snapshot, onStart, onContinue }: Props) {
  const { t } = useTranslator();
  const { stage, unfinished } = snapshot;
  const { owner } = invitation;
  const form = useContractForm(Answers, nothingAnswered);
  const [sentPassword, setSentPassword] = useState('');
  const isRest = useMemo(
    () => unfinished !== null && isPartOf(unfinished, snapshot.files),
    [unfinished, snapshot.files],
  );
  const error = stage.kind === 'choosing' ? stage.error : undefined;
  const maxFiles = useConfig()('share.maxFiles');
  const limitProblem = findLimitProblem(snapshot, { maxSize: invitation.maxShareSize, maxFiles });
  const isRefusedPassword = invitation.hasPassword && isAboutPassword(error);

  const mustProtect = useMustProtect(invitation);

  const handleSubmit = form.handleSubmit(({ password, sharePassword, ...share }) => {
    if (limitProblem) return;
    if (invitation.hasPassword && password === undefined) {
      form.setError('password', { message: 'required' }, { shouldFocus: true });
      return;
    }
    if (mustProtect && sharePassword === undefined) {
      form.setError('sharePassword', { message: 'required' }, { shouldFocus: true });
      return;
    }
    setSentPassword(password ?? '');
    onStart({
      ...share,
      ...(mustProtect && { password: sharePassword }),
      reverseShare: { token, ...(password !== undefined && { password }) },
    });
  });
  const facts = useFacts(invitation);

  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={t('web.reverseUpload.title', { owner })}
      runningTitle={t('web.reverseUpload.runningTitle', { owner })}
      waitingTitle={t('web.reverseUpload.waitingTitle', { owner })}
      intro={<Request invitation={invitation} facts={facts} />}
      introBeside
      heading={<Request invitation={invitation} facts={facts} isSmall />}
      options={
        !isRest && (
          <SenderFields
            form={form}
            invitation={invitation}
            mustProtect={mustProtect}
            // What is typed after a wrong password is not wrong yet.
            error={form.watch('password') === sentPassword && isRefusedPassword ? error : undefined}
          />
        )
      }
      start={{
        label: t(isRest ? 'web.upload.continueStart' : 'web.reverseUpload.send'),
        isDisabled: limitProblem !== null,
        limitProblem,
        error: isRefusedPassword ? undefined : error,
        onSubmit: isRest ? onContinue : () => void handleSubmit(),
      }}
      showsLink={false}
    />
  );
}

const nothingAnswered = { name: '', description: '', password: '', sharePassword: '' };

/** Only the owner of a reverse share can protect what is sent to it, and has to where the instance requires it. */
function useMustProtect({ owner }: ReverseShareInvitation): boolean {
  const { needsPassword } = useShareRules('user');
  const isOwn = useCurrentUser()?.username === owner;
  return isOwn && needsPassword;
}

/** What has to be known before files are chosen. */
function useFacts({ maxShareSize, expiresAt }: ReverseShareInvitation): Fact[] {
  const { t } = useTranslator();
  const format = useFormat();
  const until = expiresAt && {
    relative: format.relative(expiresAt),
    date: format.dateTime(expiresAt),
  };
  return [
    ...(maxShareSize === null
      ? []
      : [{ icon: layersIcon, text: t('web.upload.maxSize', { size: format.bytes(maxShareSize) }) }]),
    ...(until ? [{ icon: clockIcon, text: t('web.reverseUpload.until', until) }] : []),
    { icon: lockIcon, text: t('web.reverseUpload.privacy') },
  ];
}

interface RequestProps {
  invitation: ReverseShareInvitation;
  facts: readonly Fact[];
  /** Above files that are chosen */
  isSmall?: boolean;
}

/** The person who asks, for what, in their own words. */
function Request({ invitation, facts, isSmall = false }: RequestProps) {
  const { t } = useTranslator();
  const { owner, name, description } = invitation;
  const sentence = t('web.reverseUpload.title', { owner });
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box component="hgroup">
        {name !== null && (
          <Typography
            variant={isSmall ? 'body2' : 'lead'}
            component="p"
            sx={{ m: 0, color: 'text.secondary' }}
          >
            {sentence}
          </Typography>
        )}
        <Typography
          variant={isSmall ? 'h1' : 'display'}
          component="h1"
          sx={{ m: 0, mt: name === null || isSmall ? 0 : 1.5, textWrap: 'balance' }}
        >
          {name ?? sentence}
        </Typography>
      </Box>
      {description !== null && (
        <Typography
          variant={isSmall ? 'body1' : 'lead'}
          component="p"
          sx={[messageStyle, isSmall ? { mt: 0.75 } : {}]}
        >
          {description}
        </Typography>
      )}
      <Box component="ul" role="list" sx={isSmall ? smallFactsStyle : factsStyle}>
        {facts.map(({ icon, text }) => (
          <Box component="li" key={text} sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
            <Icon icon={icon} size={16} sx={{ mt: '3px', color: 'text.caption' }} />
            {text}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const messageStyle = {
  m: 0,
  mt: 2,
  maxWidth: '44ch',
  whiteSpace: 'pre-line',
  color: 'text.secondary',
} as const;

const smallFactsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 22px',
  m: 0,
  mt: 1.25,
  mb: 1.5,
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.secondary',
} as const;

const factsStyle = {
  display: 'grid',
  gap: 1.5,
  m: 0,
  mt: { xs: 2, sm: 3.5 },
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.secondary',
} as const;
