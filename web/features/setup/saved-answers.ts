import { SetupAnswers, withoutSecrets } from './setup-answers.ts';

const storageName = 'fileshare.setup';

/** The answers given in this tab before a reload. */
export function readSavedAnswers(): SetupAnswers | undefined {
  try {
    return SetupAnswers.safeParse(JSON.parse(sessionStorage.getItem(storageName) ?? 'null')).data;
  } catch {
    // Without storage, a reload starts over.
    return undefined;
  }
}

export function saveAnswers(answers: SetupAnswers): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(withoutSecrets(answers)));
  } catch {
    // As above.
  }
}

export function clearAnswers(): void {
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // As above.
  }
}
