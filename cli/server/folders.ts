import path from 'node:path';
import envPaths from 'env-paths';
import { clientVariables } from '#sdk/contract/environment.js';

export interface Folders {
  /** Saved servers and sessions. */
  config: string;
  /** Journals of unfinished uploads. */
  state: string;
}

/** Where the command keeps its own files, by the habits of the system. */
export function findFolders(env: NodeJS.ProcessEnv): Folders {
  const system = envPaths('fileshare', { suffix: '' });
  return {
    config: env[clientVariables.profileDir] || system.config,
    // On Linux env-paths calls $XDG_STATE_HOME "log".
    state:
      env[clientVariables.stateDir] ||
      (process.platform === 'linux' ? system.log : path.join(system.data, 'state')),
  };
}
