import { Ban as banIcon, CircleAlert as circleAlertIcon, Terminal as terminalIcon } from 'lucide';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { SignedInOnly } from '../../ui/sign-in/SignedInOnly.tsx';
import { ProgramConsent } from './ProgramConsent.tsx';
import { readProgramRequest } from './program-request.ts';

type Answer = 'allowed' | 'denied';

const outcomes = {
  allowed: {
    icon: terminalIcon,
    title: 'web.program.allowedTitle',
    text: 'web.program.allowedText',
  },
  denied: {
    icon: banIcon,
    title: 'web.program.deniedTitle',
    text: 'web.program.deniedText',
  },
} as const;

/** A terminal program on this computer wants to sign in with the account of the browser: `fileshare login --web`. */
export function ProgramPage() {
  const [search] = useSearchParams();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const request = readProgramRequest(search);

  if (!request) return <WrongAddress />;
  if (answer) return <Outcome answer={answer} />;
  return (
    <SignedInOnly>
      <ProgramConsent request={request} onAnswer={setAnswer} />
    </SignedInOnly>
  );
}

/** Shown until the program responds with its own page. */
function Outcome({ answer }: { answer: Answer }) {
  const { t } = useTranslator();
  const { icon, title, text } = outcomes[answer];
  return (
    <StatusPage isOutcome icon={icon} title={t(title)}>
      <p>{t(text)}</p>
      <p>{t('web.program.nothing')}</p>
    </StatusPage>
  );
}

function WrongAddress() {
  const { t } = useTranslator();
  return (
    <StatusPage icon={circleAlertIcon} title={t('web.program.wrongTitle')}>
      <p>{t('web.program.wrongText')}</p>
    </StatusPage>
  );
}
