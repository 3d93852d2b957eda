import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';

interface Interaction {
  provider: Provider;
  request: IncomingMessage;
  response: ServerResponse;
  /** The user in front of the page. */
  person: { sub: string };
}

/** Answers the page of a provider on which a user signs in, or does not. */
export async function answerInteraction({ provider, request, response, person }: Interaction): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://provider.invalid');
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(pathname, person.sub));
    return;
  }
  request.resume();
  const result =
    searchParams.get('answer') === 'no'
      ? { error: 'access_denied', error_description: 'the person said no' }
      : { login: { accountId: person.sub, remember: false }, consent: {} };
  await provider.interactionFinished(request, response, result);
}

const pageOf = (path: string, name: string): string => `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width">
  <title>Provider</title>
  <h1>Sign in to go on to Fileshare</h1>
  <form method="post" action="${path}?answer=yes"><button>Continue as ${name}</button></form>
  <form method="post" action="${path}?answer=no"><button>Cancel</button></form>
</html>`;
