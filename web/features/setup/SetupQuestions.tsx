import { useNavigate } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { paths } from '../../app/paths.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { AccessStep } from './AccessStep.tsx';
import { FinishedElsewhere } from './FinishedElsewhere.tsx';
import { InstanceStep } from './InstanceStep.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import type { SetupVariables } from './setup-answers.ts';
import { isFinishedElsewhere, useFinishSetup } from './use-finish-setup.ts';
import { useSetupForm } from './use-setup-form.ts';
import { useSetupVariables } from './use-setup-variables.ts';

/** The second and third step: what the administrator is asked about the instance. */
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
