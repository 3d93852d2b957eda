import { type BrowserClientOptions, createClient } from '#sdk/browser.js';

type KnownAnswers = NonNullable<BrowserClientOptions['knownAnswers']>;

/** The one client of this page: same origin, session in cookies. */
export const client = createClient({ knownAnswers: { ...readFirstAnswers(), ...window.earlyAnswers } });

/** What the page asks first: the server has written the answers into it. */
function readFirstAnswers(): KnownAnswers {
  const text = document.getElementById('first-answers')?.textContent;
  const answers = (text ? JSON.parse(text) : {}) as KnownAnswers;
  return Object.fromEntries(Object.entries(answers).map(([path, answer]) => [`GET ${path}`, answer]));
}
