import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';

/**
 * The reason why signing in did not work. After too many tries it also explains the wait and shows the time left. Each
 * try needs its own key.
 */
export function SignInProblem({ error }: { error: unknown }) {
  const translator = useTranslator();
  const seconds = waitOf(error);
  return (
    <FormError>{seconds === null ? describeError(translator, error) : <Wait seconds={seconds} />}</FormError>
  );
}

/** Screen readers announce it once, not every second. */
function Wait({ seconds }: { seconds: number }) {
  const { t } = useTranslator();
  const format = useFormat();
  const left = useSecondsLeft(seconds);
  return left === 0 ? (
    t('web.signIn.tryAgain')
  ) : (
    <>
      <Box component="span" sx={visuallyHidden}>
        {t('web.signIn.tooMany', { time: format.duration(seconds) })}
      </Box>
      <span aria-hidden>{t('web.signIn.tooMany', { time: format.duration(left) })}</span>
    </>
  );
}

/** Counts down from `seconds`, beginning when it is first drawn. */
function useSecondsLeft(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

function waitOf(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') return null;
  const { seconds } = error.params;
  return typeof seconds === 'number' ? seconds : null;
}
