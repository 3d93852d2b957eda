import type { FormEvent } from 'react';
import type { SetupForm } from './use-setup-form.ts';

/** Goes on when the answers of the step are right; leads to the first wrong one otherwise. */
export function submitStep(form: SetupForm, onRight: () => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.check()) return onRight();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
}
