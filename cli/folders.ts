import path from 'node:path';
import envPaths from 'env-paths';

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
    // Not FILESHARE_CONFIG_…: those set the instance's variables.
    config: env['FILESHARE_PROFILE_DIR'] || system.config,
    // On Linux env-paths calls $XDG_STATE_HOME "log".
    state:
      env['FILESHARE_STATE_DIR'] ||
      (process.platform === 'linux' ? system.log : path.join(system.data, 'state')),
  };
}
