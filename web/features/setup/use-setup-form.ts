import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { readSavedAnswers, saveAnswers } from './saved-answers.ts';
import {
  findAnswerProblem,
  initialAnswers,
  keysOfStep,
  type QuestionStep,
  type SetupAnswers,
  type SetupKey,
  type SetupVariables,
} from './setup-answers.ts';

/** The step is part of the history: it survives a reload, and the back button goes one step back. */
const Progress = z.object({ step: z.enum(['instance', 'access']) });

export interface SetupForm {
  step: QuestionStep;
  answers: SetupAnswers;
  variables: SetupVariables;
  change(key: SetupKey, text: string): void;
  /** The environment variable that already answers the question, or null. */
  lockedBy(key: SetupKey): string | null;
  /** The text of the problem with an answer, once the user has tried to continue. */
  problemOf(key: SetupKey): string | undefined;
  /** Whether the answers of the step are valid; if not, their problems are shown. */
  check(): boolean;
  /** Shows the server's errors at single answers. */
  showRefusal(error: unknown): void;
  goTo(step: QuestionStep): void;
}

/** The answers, which are kept between the steps. */
export function useSetupForm(variables: SetupVariables): SetupForm {
  const translator = useTranslator();
  const navigate = useNavigate();
  const step = Progress.safeParse(useLocation().state).data?.step ?? 'instance';
  const [answers, setAnswers] = useState(() => ({
    ...initialAnswers(variables, window.location.origin),
    ...readSavedAnswers(),
  }));
  const [checked, setChecked] = useState<QuestionStep | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);

  const findProblem = (key: SetupKey) =>
    findAnswerProblem(key, answers, variables) ?? findRefusal(refusal, key) ?? null;

  return {
    step,
    answers,
    variables,
    change(key, text) {
      setRefusal(null);
      const changed = { ...answers, [key]: text };
      setAnswers(changed);
      saveAnswers(changed);
    },
    lockedBy: (key) => variables.get(key)?.lockedBy ?? null,
    problemOf(key) {
      const problem = checked === step ? findProblem(key) : null;
      return problem ? describeIssue(translator, problem) : undefined;
    },
    check() {
      // Rendered immediately, so that the first wrong answer can be focused.
      flushSync(() => setChecked(step));
      return keysOfStep[step].every((key) => findAnswerProblem(key, answers, variables) === null);
    },
    showRefusal: setRefusal,
    goTo(next) {
      setChecked(null);
      void navigate(paths.setup, { state: { step: next } });
    },
  };
}

function findRefusal(error: unknown, key: SetupKey) {
  return error instanceof AppError ? error.issues.find(({ field }) => field === key) : undefined;
}
