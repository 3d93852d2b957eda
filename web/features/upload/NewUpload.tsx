import Typography from '@mui/material/Typography';
import { Clock as clockIcon, Layers as layersIcon, RefreshCw as refreshIcon } from 'lucide';
import { useState } from 'react';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { useShareRules } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { formatAmount, parseDuration } from '../../ui/fields/expiration-choices.ts';
import { useExpirationProblem, useInitialExpiration } from '../../ui/fields/use-expiration.ts';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';
import type { Fact } from '../../uploading/EmptySheet.tsx';
import { findLimitProblem } from '../../uploading/find-limit-problem.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import type { UploadSnapshot } from '../../uploading/upload-session.ts';
import { currentUpload } from './current-upload.ts';
import { defaultNameOf } from './default-name.ts';
import { ShareOptions } from './ShareOptions.tsx';
import { TitleField } from './TitleField.tsx';

/** An upload to a new share, until it is done. */
export function NewUpload({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslator();
  const { session } = currentUpload;
  const { stage, files, unfinished } = snapshot;
  const { maxFiles, needsPassword, ...rules } = useShareRules();
  const maxSize = rules.maxSize || null;
  const form = useContractForm(CreateShare, { description: '', password: '', id: '', recipients: [] });
  const [typedName, setTypedName] = useState<string | null>(null);
  const [expiration, setExpiration] = useState(useInitialExpiration());
  const [wantsPassword, setWantsPassword] = useState(false);
  const expirationProblem = useExpirationProblem(expiration);
  const limitProblem = findLimitProblem(snapshot, { maxSize, maxFiles });
  // An interrupted upload resumes only under the same name.
  const name = typedName ?? (unfinished ? (unfinished.name ?? '') : defaultNameOf(files));
  const isDisabled = limitProblem !== null || expirationProblem !== undefined;
  const handleSubmit = form.handleSubmit((share) => {
    const lacksPassword = (needsPassword || wantsPassword) && !share.password;
    if (lacksPassword) form.setError('password', { message: 'required' }, { shouldFocus: true });
    else if (!isDisabled)
      session.start({ ...share, ...(name.trim() !== '' && { name: name.trim() }), expiration });
  });
  const sentName = stage.kind === 'running' || stage.kind === 'interrupted' ? stage.share?.name : null;

  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={t('web.upload.title')}
      runningTitle={
        sentName ? t('web.upload.runningNamed', { name: sentName }) : t('web.upload.runningTitle')
      }
      waitingTitle={
        sentName ? t('web.upload.waitingNamed', { name: sentName }) : t('web.upload.waitingTitle')
      }
      intro={<HiddenTitle />}
      heading={
        <>
          <HiddenTitle />
          <TitleField value={name} onChange={setTypedName} />
        </>
      }
      options={
        <ShareOptions
          form={form}
          expiration={expiration}
          expirationProblem={expirationProblem}
          onExpirationChange={setExpiration}
          wantsPassword={wantsPassword}
          onPasswordSwitch={setWantsPassword}
        />
      }
      start={{
        label: t('web.upload.start'),
        isDisabled,
        limitProblem,
        error: stage.kind === 'choosing' ? stage.error : undefined,
        onSubmit: () => void handleSubmit(),
      }}
      facts={useFacts(maxSize)}
      showsLink
    />
  );
}

function HiddenTitle() {
  const { t } = useTranslator();
  return (
    <Typography component="h1" sx={visuallyHidden}>
      {t('web.upload.title')}
    </Typography>
  );
}

/** The limits, in words. */
function useFacts(maxSize: number | null): Fact[] {
  const { t, locale } = useTranslator();
  const format = useFormat();
  const duration = parseDuration(useInitialExpiration());
  return [
    ...(maxSize === null
      ? []
      : [{ icon: layersIcon, text: t('web.upload.maxSize', { size: format.bytes(maxSize) }) }]),
    ...(duration
      ? [
          {
            icon: clockIcon,
            text: t('web.upload.expiresAfter', { duration: formatAmount(duration, locale) }),
          },
        ]
      : []),
    { icon: refreshIcon, text: t('web.upload.resumes') },
  ];
}
