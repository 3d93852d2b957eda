import type { ReactNode } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from './Notice.tsx';

/** An error that concerns a whole form or list. It stays until the next try. */
export function FormError({ children }: { children: ReactNode }) {
  return <Notice tone="error">{children}</Notice>;
}

/** The text of a request's error; nothing while there is no error. */
export function RequestError({ error }: { error: unknown }) {
  const translator = useTranslator();
  if (error === null || error === undefined) return null;
  return <FormError>{describeError(translator, error)}</FormError>;
}
