import type { FormEvent } from 'react';
import type { SetupForm } from './use-setup-form.ts';

/** Continues if the answers of the step are valid, otherwise focuses the first wrong one. */
export function submitStep(form: SetupForm, onRight: () => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.check()) return onRight();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
}
