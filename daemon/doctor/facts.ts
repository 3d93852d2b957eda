import { totalmem } from 'node:os';
import type { InstanceFacts } from '#sdk/contract/host/doctor.js';
import type { Database } from '../db/connection.ts';
import type { Env } from '../env/env.ts';
import { readVersion } from '../features/system/version.ts';

/** Describes the instance for a report. Works as far as the database does. */
export async function readFacts(env: Env, { reader }: Database): Promise<InstanceFacts> {
  const { engine } = env.database;
  const [question, column] =
    engine === 'sqlite'
      ? ['select sqlite_version() as version', 'version']
      : ['show server_version', 'server_version'];
  const version = await reader
    .raw(question)
    .then((answer: { rows?: Record<string, string>[] } & Record<string, string>[]) => {
      const [row] = answer.rows ?? answer;
      return row?.[column] ?? '';
    })
    .catch(() => '');
  const stored: string[] = await reader('config')
    .pluck('key')
    .catch(() => []);
  return {
    version: readVersion(),
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
    memory: usableMemory(),
    database: [engine, version].filter((text) => text !== '').join(' '),
    storage: env.storage.kind,
    changed: [...new Set([...stored, ...env.locked.keys()])].sort(),
  };
}

/** The memory of the container, if it has less than the machine. */
export const usableMemory = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem());
