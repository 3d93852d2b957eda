import { type ExitName, exitCodes } from '#sdk/contract/errors.js';

/** What each exit code of the command line says. */
const meanings: Readonly<Record<ExitName, string>> = {
  ok: 'Done',
  failure: 'Another failure',
  usage: 'The command line or a value in it is wrong',
  partial: 'Partly done; the rest is listed',
  signIn: 'Sign in first',
  forbidden: 'Not allowed',
  notFound: 'Not found, expired, removed, or at its view limit',
  unavailable: 'The network or the server is temporarily down; try again later',
  limit: 'A limit was reached: quota, size or disk space',
  integrity: 'Data is damaged',
  certificate: 'The certificate of the server cannot be trusted',
  password: 'A password is required, or it is wrong',
  conflict: 'Conflict: a link is taken, or a file is already there',
  version: 'The version of the server or of its data is too old or too new',
  hangup: 'The terminal was closed; run the command again to resume',
  interrupted: 'Interrupted by Ctrl-C; run the command again to resume',
  terminated: 'Terminated by SIGTERM; run the command again to resume',
};

/** The number and the meaning of every exit code. */
export function listExitCodes(): [number: string, meaning: string][] {
  const names = Object.keys(meanings).filter((name): name is ExitName => name in exitCodes);
  return names.map((name) => [String(exitCodes[name]), meanings[name]]);
}
