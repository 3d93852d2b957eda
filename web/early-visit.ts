/**
 * The first script of the page of a share: asks for the share and its files while the code of the page is still on its
 * way. The client gives these answers instead of sending the requests again, see `lib/sdk.ts`.
 */

export interface EarlyAnswer {
  status: number;
  body: unknown;
}

declare global {
  interface Window {
    /** By method and path; null: the client is to ask by itself, and to tell what is wrong. */
    earlyAnswers?: Readonly<Record<string, Promise<EarlyAnswer | null>>>;
  }
}

const [, id] = /^\/share\/([\w-]{1,100})$/.exec(location.pathname) ?? [];
const first = JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Record<
  string,
  EarlyAnswer
>;
// Whose share it is must be known first: an owner is no visitor.
if (id !== undefined && first['/api/users/me']?.status === 200) {
  const share = `/api/shares/${id}`;
  const visit = ask('POST', `${share}/visit`);
  const files = visit.then((answer) => (isOpen(answer) ? ask('GET', `${share}/files?limit=5000`) : null));
  window.earlyAnswers = {
    [`POST ${share}/visit`]: visit,
    [`GET ${share}/files?limit=5000`]: files,
  };
}

async function ask(method: string, path: string): Promise<EarlyAnswer | null> {
  try {
    const response = await fetch(path, { method, headers: { accept: 'application/json' } });
    return response.ok ? { status: response.status, body: await response.json() } : null;
  } catch {
    return null;
  }
}

function isOpen(answer: EarlyAnswer | null): boolean {
  return answer !== null && (answer.body as { share: unknown }).share !== null;
}
