import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { TriangleAlert as triangleAlertIcon } from 'lucide';
import { useState } from 'react';
import type { Job } from '#sdk/contract/jobs.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useConfirmClock, useRunJob } from './use-jobs.ts';

export function JobRow({ job }: { job: Job }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const result = resultOf(job);
  const last = job.lastFinishedAt ?? job.lastStartedAt;
  return (
    <tr role="row">
      <td role="cell" data-name>
        <Box sx={{ fontSize: '0.9375rem', fontWeight: 560, lineHeight: 1.4 }}>
          {jobText(translator, job.name)}
        </Box>
        <Box data-wide sx={{ typography: 'caption', color: 'text.caption', overflowWrap: 'anywhere' }}>
          {job.name}
        </Box>
        <Box data-summary sx={{ '& > *': { verticalAlign: 'middle' } }}>
          <StateLabel color={result.color}>{t(`web.admin.jobs.results.${result.name}`)}</StateLabel>
          {last !== null && <span> · {format.relative(last)}</span>}
        </Box>
        {job.notice && (
          <Box sx={noticeStyle}>
            <Icon icon={triangleAlertIcon} size={20} sx={{ color: 'warning.main' }} />
            <Box>
              {t(`web.admin.jobs.notices.${job.notice}`)}
              {job.notice === 'clock_jump' && <ConfirmClock />}
            </Box>
          </Box>
        )}
      </td>
      <td role="cell">{format.duration(job.everySeconds)}</td>
      <td role="cell" title={last === null ? undefined : format.dateTime(last)}>
        {last === null ? t('web.admin.jobs.notYet') : format.relative(last)}
      </td>
      <td role="cell">
        <StateLabel color={result.color}>{t(`web.admin.jobs.results.${result.name}`)}</StateLabel>
      </td>
      <td role="cell" title={job.nextRunAt === null ? undefined : format.dateTime(job.nextRunAt)}>
        {job.nextRunAt === null ? '–' : format.relative(job.nextRunAt)}
      </td>
      <td role="cell" data-end>
        <RunButton job={job} />
      </td>
    </tr>
  );
}

/** Starts the job and says how it ended, or that it is still running. */
function RunButton({ job }: { job: Job }) {
  const translator = useTranslator();
  const { t } = translator;
  const { notify, notifyError } = useNotifier();
  const run = useRunJob();
  const name = jobText(translator, job.name);

  const handleRun = () =>
    run.mutate(job.name, {
      onSuccess: (after) => {
        const { name: outcome } = resultOf(after);
        const text = t(`web.admin.jobs.outcomes.${outcome}`, { name });
        notify(text, outcome === 'failed' || outcome === 'held' ? 'error' : 'success');
      },
      onError: notifyError,
    });

  return (
    <Box sx={{ display: 'flex', justifyContent: { md: 'flex-end' } }}>
      <Button
        variant="outlined"
        size="small"
        loading={run.isPending}
        aria-label={t('web.admin.jobs.runNamed', { name })}
        onClick={handleRun}
        sx={{ minHeight: 44 }}
      >
        {t('web.admin.jobs.run')}
      </Button>
    </Box>
  );
}

function resultOf(job: Job) {
  if (job.isRunning) return { name: 'running', color: 'warning.main' } as const;
  if (job.hasFailed) return { name: 'failed', color: 'error.main' } as const;
  if (job.notice !== null) return { name: 'held', color: 'warning.main' } as const;
  if (job.lastFinishedAt === null) return { name: 'waiting', color: 'text.disabled' } as const;
  return { name: 'done', color: 'success.main' } as const;
}

const noticeStyle = {
  display: 'flex',
  gap: 1.25,
  mt: 1,
  p: 1.5,
  maxWidth: 560,
  borderRadius: 1.2,
  bgcolor: 'warning.light',
  typography: 'body2',
} as const;

/** The description of a job. Jobs that have no text yet are shown by their name. */
function jobText({ t, has }: Translator, name: string): string {
  const key = `web.admin.jobs.names.${name.replace('.', '_')}`;
  return has(key) ? t(key) : name;
}

/** For administrators who know that the server's clock is right although it has jumped. */
function ConfirmClock() {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const confirm = useConfirmClock();
  const [isAsking, setAsking] = useState(false);

  const handleAsk = () => {
    confirm.reset();
    setAsking(true);
  };

  const handleConfirm = () =>
    confirm.mutateAsync().then(
      () => {
        setAsking(false);
        notify(t('web.admin.jobs.confirmClock.done'), 'success');
      },
      // The dialog says why.
      () => undefined,
    );

  return (
    <Box sx={{ mt: 1 }}>
      <Button variant="outlined" size="small" onClick={handleAsk} sx={{ minHeight: 44 }}>
        {t('web.admin.jobs.confirmClock.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('web.admin.jobs.confirmClock.title')}
        text={t('web.admin.jobs.confirmClock.text')}
        confirmLabel={t('web.admin.jobs.confirmClock.confirm')}
        mutation={confirm}
        onCancel={() => setAsking(false)}
        onConfirm={handleConfirm}
      />
    </Box>
  );
}
