import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { LoginChallenge } from '#sdk/contract/auth.js';
import { returnPath } from '../../app/paths.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { ProviderCodeStep } from './ProviderCodeStep.tsx';

/** Sign-in with a password, or the second step after a sign-in with a provider, as the address says. */
export function SignInPage() {
  const [search] = useSearchParams();
  return search.get('step') === 'code' ? <ProviderCodeStep /> : <PasswordSignIn />;
}

/** The password, and then the code if the account requires one. */
function PasswordSignIn() {
  const isSignedIn = useCurrentUser() !== null;
  const [search] = useSearchParams();
  const [identifier, setIdentifier] = useState('');
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);

  // Also after a successful sign-in.
  if (isSignedIn) return <Navigate to={returnPath(search)} replace />;

  const handleBack = (reason: unknown) => {
    setRefusal(reason);
    setChallenge(null);
  };

  return challenge ? (
    <CodeStep loginToken={challenge.loginToken} onBack={handleBack} />
  ) : (
    <PasswordStep
      identifier={identifier}
      refusal={refusal}
      onChallenge={(next, given) => {
        setIdentifier(given);
        setRefusal(null);
        setChallenge(next);
      }}
    />
  );
}
