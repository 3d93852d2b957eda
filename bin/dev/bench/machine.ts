import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** Describes what the figures depend on, without anything that identifies the machine. */
export function describeMachine(): string {
  const processors = cpus();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const memory = Math.round(totalmem() / 1e9);
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'})`,
    `${memory} GB memory`,
    `Linux ${release().split('.').slice(0, 2).join('.')}`,
    `Node ${process.versions.node}`,
    `fileshare ${version}`,
  ].join(', ');
}
