import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { formatDateTime } from '#sdk/i18n/format.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { HintedError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { type Connection, connect, keyIdOf } from '../server/connect.ts';
import { alignColumns } from '../ui/columns.ts';

/** How the user is signed in, as far as this machine and the server know. */
type SignedInBy =
  | { kind: 'session'; until: string | null }
  | { kind: 'accessToken'; until: string | null }
  | { kind: 'apiKey'; id: string };

interface Identity {
  server: string;
  user: Pick<CurrentUser, 'id' | 'username' | 'email' | 'pendingEmail' | 'isAdmin' | 'totpEnabled'>;
  signedInBy: SignedInBy;
  /** The token comes from `FILESHARE_TOKEN`, which takes precedence over a saved one. */
  fromEnvironment: boolean;
}

export const whoami = defineCommand({
  options: z.strictObject({}),
  async run(context): Promise<Identity> {
    const connection = await connect(context);
    const { server, client, token } = connection;
    const user = await client.users.me();
    if (!user) {
      throw new HintedError(new AppError('sign_in_required'), { key: 'cli.hints.login', params: { server } });
    }
    const { id, username, email, pendingEmail, isAdmin, totpEnabled } = user;
    return {
      server,
      user: { id, username, email, pendingEmail, isAdmin, totpEnabled },
      signedInBy: await findOutHow(connection, user),
      fromEnvironment: token?.origin === 'environment',
    };
  },
  view: (identity, context) =>
    context.streams.stdout.isTTY ? describeIdentity(identity, context) : [identity.user.username],
});

async function findOutHow({ client, token }: Connection, user: CurrentUser): Promise<SignedInBy> {
  if (!token) {
    const sessions = await client.sessions.list();
    return { kind: 'session', until: sessions.find(({ isCurrent }) => isCurrent)?.expiresAt ?? null };
  }
  const id = keyIdOf(token.value);
  return id === null ? { kind: 'accessToken', until: user.accessTokenExpiresAt } : { kind: 'apiKey', id };
}

function describeIdentity({ server, user, signedInBy, fromEnvironment }: Identity, context: Context) {
  const { t } = context.translator;
  const email = user.pendingEmail
    ? t('cli.whoami.pending_email', { email: user.email, pending: user.pendingEmail })
    : user.email;
  const how = describeHow(signedInBy, context);
  const rows: [string, string][] = [
    [t('cli.columns.server'), server],
    [t('cli.columns.username'), user.username],
    [t('cli.columns.email'), forTerminal(email)],
    [t('cli.columns.administrator'), t(user.isAdmin ? 'cli.yes' : 'cli.no')],
    [t('cli.columns.two_factor'), t(user.totpEnabled ? 'cli.on' : 'cli.off')],
    [t('cli.columns.signed_in'), fromEnvironment ? t('cli.whoami.from_environment', { how }) : how],
  ];
  return alignColumns(rows, new Set());
}

function describeHow(signedInBy: SignedInBy, { translator: { t, locale } }: Context): string {
  if (signedInBy.kind === 'apiKey') return t('cli.whoami.by_key', { id: signedInBy.id });
  const { kind, until } = signedInBy;
  if (until === null) return t(kind === 'session' ? 'cli.whoami.by_session' : 'cli.whoami.by_token');
  const time = formatDateTime(locale, until);
  return t(kind === 'session' ? 'cli.whoami.by_session_until' : 'cli.whoami.by_token_until', { time });
}
