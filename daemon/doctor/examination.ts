import type { CheckReport, Finding } from '#sdk/contract/host/doctor.js';
import type { Repos } from '../app/repos.ts';
import type { Clock } from '../crypto/clock.ts';
import { createSeal, type Seal } from '../crypto/seal.ts';
import { readSecretKeys } from '../crypto/secret-key.ts';
import type { Database } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import { createAuditLog } from '../features/audit/log.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { createConfigService } from '../features/config/service.ts';
import type { Logger } from '../logger.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../outbound/outbound.ts';
import type { Stores } from '../storage/stores.ts';

export interface DoctorOptions {
  /** Repairs what can be repaired. */
  fix: boolean;
  /** With `fix`: sets unknown bytes aside even if they are so many that the database is probably the wrong one. */
  setAsideUnknown?: boolean | undefined;
  /** Reads every file, and every index of the database. */
  deep: boolean;
}

export interface DoctorDeps {
  env: Env;
  clock: Clock;
  logger: Logger;
  /** Languages that a configuration variable can name. */
  locales: readonly string[];
  /** How other servers are found and trusted, instead of as the system does: for tests. */
  outbound?: Pick<OutboundOptions, 'resolve' | 'ca'>;
}

/** What a check is given. */
export interface Examination extends DoctorDeps {
  options: DoctorOptions;
  database: Database;
  uow: UnitOfWork<Repos>;
  /** Null when the folders do not exist. */
  stores: Stores | null;
}

export type Result = Omit<CheckReport, 'id'>;

export function judge(findings: Finding[], status: 'problem' | 'warning' = 'problem'): Result {
  return { status: findings.length === 0 ? 'ok' : status, count: findings.length, findings };
}

export function outboundOf({ env, outbound }: Examination): Outbound {
  return createOutbound({ allowPrivate: env.outboundAllowPrivate, ...outbound });
}

/** Reads the configuration without its secrets, unless there is a key to open them with. */
export async function readConfig(
  { uow, clock, env, logger, locales }: Examination,
  seal: Seal | null = null,
): Promise<ConfigReader> {
  const audit = createAuditLog({ uow, clock });
  const { locked } = env;
  const config = createConfigService({ uow, audit, locked, locales, seal, logger });
  await config.load();
  return config;
}

/** Reads the configuration with its secrets, as far as the secret key is there. */
export async function readSecretConfig(examination: Examination): Promise<ConfigReader> {
  const { env } = examination;
  const [secretKey, ...others] = await readSecretKeys(env.dataDir, env);
  return readConfig(examination, secretKey === undefined ? null : createSeal(secretKey, others));
}
