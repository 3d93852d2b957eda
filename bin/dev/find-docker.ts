import { spawnSync } from 'node:child_process';

/** Whether an engine of Docker answers here. Podman's `docker` describes itself in other words, and is not asked for. */
export function hasDocker(): boolean {
  return answers('info', '--format', '{{.ServerVersion}}');
}

/** Whether it has `docker compose`, too. */
export function hasCompose(): boolean {
  return hasDocker() && answers('compose', 'version');
}

function answers(...args: string[]): boolean {
  return spawnSync('docker', args, { timeout: 10_000, stdio: 'ignore' }).status === 0;
}
