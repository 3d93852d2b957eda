import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Clock as clockIcon, Layers as layersIcon, Lock as lockIcon } from 'lucide';
import { useEffect, useState } from 'react';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { Fact } from '../../uploading/EmptySheet.tsx';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import type { UploadSession, UploadSnapshot } from '../../uploading/upload-session.ts';
import { useLimitProblem } from '../../uploading/use-limit-problem.ts';
import { Answers, isAboutPassword, SenderFields } from './SenderFields.tsx';

interface Props {
  token: string;
  invitation: ReverseShareInvitation;
  session: UploadSession;
  snapshot: UploadSnapshot;
  onStart(share: CreateShare): void;
}

/** A person asks for files: what for beside the empty sheet, then above the chosen files. */
export function SendFiles({ token, invitation, session, snapshot, onStart }: Props) {
  const { t } = useTranslator();
  const { stage, unfinished } = snapshot;
  const { owner, name } = invitation;
  const form = useContractForm(Answers, { name: '', description: '', password: '' });
  const [sentPassword, setSentPassword] = useState('');
  const { reset } = form;
  // An unfinished upload resumes only with the same name and message.
  useEffect(() => {
    if (unfinished)
      reset({ name: unfinished.name ?? '', description: unfinished.description ?? '', password: '' });
  }, [unfinished, reset]);
  const error = stage.kind === 'choosing' ? stage.error : undefined;
  const limitProblem = useLimitProblem(snapshot, { maxSize: invitation.maxShareSize });
  const isRefusedPassword = invitation.hasPassword && isAboutPassword(error);

  const handleSubmit = form.handleSubmit(({ password, ...share }) => {
    if (limitProblem) return;
    if (invitation.hasPassword && password === undefined) {
      form.setError('password', { message: 'required' }, { shouldFocus: true });
      return;
    }
    setSentPassword(password ?? '');
    onStart({ ...share, reverseShare: { token, ...(password !== undefined && { password }) } });
  });
  const facts = useFacts(invitation);

  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={t('web.reverseUpload.title', { owner })}
      runningTitle={t('web.reverseUpload.runningTitle', { owner })}
      intro={<Request invitation={invitation} facts={facts} />}
      introBeside
      heading={
        <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
          <Typography variant="h1">{t('web.reverseUpload.title', { owner })}</Typography>
          {name !== null && <Box sx={{ typography: 'lead', color: 'text.secondary' }}>{name}</Box>}
        </Box>
      }
      options={
        <SenderFields
          form={form}
          invitation={invitation}
          // What is typed after a wrong password is not wrong yet.
          error={form.watch('password') === sentPassword && isRefusedPassword ? error : undefined}
        />
      }
      start={{
        label: t('web.reverseUpload.send'),
        isDisabled: limitProblem !== null,
        limitProblem,
        error: isRefusedPassword ? undefined : error,
        onSubmit: () => void handleSubmit(),
      }}
      showsLink={false}
    />
  );
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

/** The person who asks, for what, in their own words. */
function Request({ invitation, facts }: { invitation: ReverseShareInvitation; facts: readonly Fact[] }) {
  const { t } = useTranslator();
  const { owner, name, description } = invitation;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant={name === null ? 'display' : 'lead'} component="h1" sx={{ m: 0 }}>
        {t('web.reverseUpload.title', { owner })}
      </Typography>
      {name !== null && (
        <Typography variant="display" component="p" sx={{ m: 0, mt: 1.5, textWrap: 'balance' }}>
          {name}
        </Typography>
      )}
      {description !== null && (
        <Typography variant="lead" component="p" sx={messageStyle}>
          {description}
        </Typography>
      )}
      <Box component="ul" role="list" sx={factsStyle}>
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
