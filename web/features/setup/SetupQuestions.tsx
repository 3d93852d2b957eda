import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck as circleCheckIcon } from 'lucide';
import { Link, useNavigate } from 'react-router';
import { AppError } from '#sdk/contract/errors.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { AccessStep } from './AccessStep.tsx';
import { QuestionInput } from './QuestionInput.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import { clearAnswers } from './saved-answers.ts';
import { type SetupVariables, updatesFor } from './setup-answers.ts';
import { submitStep } from './submit-step.ts';
import { type SetupForm, useSetupForm } from './use-setup-form.ts';

/** The second and third step: questions to the administrator about the instance. */
export function SetupQuestions() {
  const variables = useSetupVariables();
  if (variables.isPending) return <PageSkeleton />;
  if (!variables.data) return <ErrorPage error={variables.error} onRetry={() => void variables.refetch()} />;
  return <Questions variables={variables.data} />;
}

function Questions({ variables }: { variables: SetupVariables }) {
  const navigate = useNavigate();
  const form = useSetupForm(variables);
  const finish = useFinishSetup(form);

  if (isFinishedElsewhere(finish.error)) return <FinishedElsewhere />;
  if (form.step === 'instance') {
    return (
      <SetupFrame step={2} title="web.setup.instanceTitle" text="web.setup.instanceText">
        <InstanceStep form={form} />
      </SetupFrame>
    );
  }
  return (
    <SetupFrame step={3} title="web.setup.accessTitle" text="web.setup.accessText">
      <AccessStep
        form={form}
        isPending={finish.isPending}
        error={finish.error}
        onFinish={() =>
          finish.mutate(undefined, { onSuccess: () => void navigate(paths.upload, { replace: true }) })
        }
      />
    </SetupFrame>
  );
}

const categories = ['general', 'share', 'smtp'] as const;

/** The stored values, and those that the host's environment locks. */
function useSetupVariables() {
  return useQuery({ queryKey: ['setupVariables'], queryFn: loadVariables });
}

async function loadVariables(): Promise<SetupVariables> {
  const lists = await Promise.all(
    categories.map((category) => client.configs.listCategory({ params: { category } })),
  );
  return new Map(lists.flat().map((variable) => [variable.key, variable]));
}

/** Another browser has finished the set-up. */
function FinishedElsewhere() {
  const { t } = useTranslator();
  return (
    <StatusPage
      isOutcome
      icon={circleCheckIcon}
      title={t('web.setup.elsewhereTitle')}
      actions={
        <Button component={Link} to={paths.admin} variant="contained" color="primary">
          {t('web.nav.admin')}
        </Button>
      }
    >
      <p>{t('web.setup.elsewhereText')}</p>
    </StatusPage>
  );
}

/** Saves the answers, opens the instance and applies the configuration to the page. */
function useFinishSetup({ answers, variables, showRefusal }: SetupForm) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Answers from another browser must not be overwritten.
      const { finished } = await client.auth.setupStatus();
      if (finished) throw new AppError('setup_already_done');
      const body = updatesFor(answers, variables);
      if (body.length > 0) await client.configs.update({ body });
      await client.configs.finishSetup();
    },
    onError: showRefusal,
    onSuccess: async () => {
      clearAnswers();
      queryClient.setQueryData(['setupStatus'], { adminExists: true, finished: true });
      await queryClient.refetchQueries({ queryKey: ['config'] });
    },
  });
}

function isFinishedElsewhere(error: unknown): boolean {
  return error instanceof AppError && error.code === 'setup_already_done';
}

function InstanceStep({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  const handleSubmit = submitStep(form, () => form.goTo('access'));

  return (
    <PageForm submitLabel={t('web.setup.next')} onSubmit={handleSubmit}>
      <QuestionInput
        form={form}
        name="general.appName"
        label={t('web.setup.appName')}
        hint={t('web.setup.appNameHint')}
        autoFocus
      />
      <QuestionInput
        form={form}
        name="general.appUrl"
        label={t('web.setup.appUrl')}
        hint={t('web.setup.appUrlHint')}
        type="url"
      />
    </PageForm>
  );
}
