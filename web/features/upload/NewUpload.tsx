import Typography from '@mui/material/Typography';
import { Clock as clockIcon, Layers as layersIcon, RefreshCw as refreshIcon } from 'lucide';
import { useMemo } from 'react';
import { useShareRules } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { formatAmount, parseDuration } from '../../ui/fields/expiration-choices.ts';
import { useExpirationProblem, useInitialExpiration } from '../../ui/fields/use-expiration.ts';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';
import type { Fact } from '../../uploading/EmptySheet.tsx';
import { findLimitProblem } from '../../uploading/find-limit-problem.ts';
import type { StartAction } from '../../uploading/StartUpload.tsx';
import { titlePartsOf } from '../../uploading/title-parts.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { isPartOf, type Unfinished } from '../../uploading/unfinished.ts';
import type { UploadSnapshot } from '../../uploading/upload-session.ts';
import { currentUpload } from './current-upload.ts';
import { RememberedSettings } from './DraftSettings.tsx';
import { defaultNameOf } from './default-name.ts';
import { ShareOptions } from './ShareOptions.tsx';
import { TitleField } from './TitleField.tsx';
import { useShareForm } from './use-share-form.ts';

/** An upload to a new share, until it is done. */
export function NewUpload({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslator();
  const { session } = currentUpload;
  const { stage, files, unfinished } = snapshot;
  const { maxFiles, needsPassword, ...rules } = useShareRules();
  const maxSize = rules.maxSize || null;
  const { form, choices, choose } = useShareForm();
  const { wantsPassword } = choices;
  const usual = useInitialExpiration();
  const expiration = choices.expiration ?? usual;
  const expirationProblem = useExpirationProblem(expiration);
  const limitProblem = findLimitProblem(snapshot, { maxSize, maxFiles });
  const left = useMemo(
    () => (unfinished && isPartOf(unfinished, files) ? unfinished : null),
    [unfinished, files],
  );
  const name = choices.name ?? defaultNameOf(files);
  const isDisabled = limitProblem !== null || expirationProblem !== undefined;
  const handleSubmit = form.handleSubmit((share) => {
    const lacksPassword = (needsPassword || wantsPassword) && !share.password;
    if (lacksPassword) form.setError('password', { message: 'required' }, { shouldFocus: true });
    else if (!isDisabled)
      session.start({ ...share, ...(name.trim() !== '' && { name: name.trim() }), expiration });
  });
  const startNew: StartAction = {
    label: t('web.upload.start'),
    isDisabled,
    limitProblem,
    error: stage.kind === 'choosing' ? stage.error : undefined,
    onSubmit: () => void handleSubmit(),
  };
  const startRest: StartAction = {
    ...startNew,
    label: t('web.upload.continueStart'),
    isDisabled: limitProblem !== null,
    onSubmit: () => session.continueDraft(),
  };
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
        left ? <LeftTitle left={left} /> : <NewTitle name={name} onChange={(name) => choose({ name })} />
      }
      options={
        left ? (
          <RememberedSettings draft={left.share} />
        ) : (
          <ShareOptions
            form={form}
            expiration={expiration}
            expirationProblem={expirationProblem}
            onExpirationChange={(expiration) => choose({ expiration })}
            wantsPassword={wantsPassword}
            onPasswordSwitch={(wantsPassword) => choose({ wantsPassword })}
          />
        )
      }
      start={left ? startRest : startNew}
      facts={useFacts(maxSize)}
      showsLink
    />
  );
}

function NewTitle({ name, onChange }: { name: string; onChange(name: string): void }) {
  return (
    <>
      <HiddenTitle />
      <TitleField value={name} onChange={onChange} />
    </>
  );
}

/** The chosen files belong to a share that exists already, with its own settings. */
function LeftTitle({ left }: { left: Unfinished }) {
  const { t } = useTranslator();
  return (
    <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
      {t('web.upload.continueTitle', { name: titlePartsOf(left.share).name })}
    </Typography>
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
