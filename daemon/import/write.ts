import { AppError } from '#sdk/contract/errors.js';
import type { ImportProgress, ImportStorage } from '#sdk/contract/host/imports.js';
import type { Core } from '../app/core.ts';
import type { RecoveryCodes } from '../crypto/recovery-codes.ts';
import { byHost } from '../features/audit/log.ts';
import { toPictureChange } from '../features/config/pictures/pictures.ts';
import { hashOldLink } from '../features/imports/old-links.ts';
import { insertUser } from '../features/users/new-user.ts';
import type { Stores } from '../storage/stores.ts';
import type { Plan, PlannedReverseShare, PlannedUser } from './plan/plan.ts';
import { createShareWriter } from './write-shares.ts';

interface Deps {
  core: Pick<Core, 'uow' | 'config' | 'clock' | 'audit' | 'passwords' | 'users'> & {
    recoveryCodes: RecoveryCodes;
  };
  stores: Stores;
  signal: AbortSignal;
  link: boolean;
  /** Counts what is stored. */
  storage: ImportStorage;
  onProgress?: ((done: ImportProgress) => void) | undefined;
}

/** Carries out a plan. Each thing is one transaction with the note where it came from, so that any run can be the last. */
export async function carryOut(deps: Deps, plan: Plan): Promise<void> {
  for (const setting of plan.settings) await writeSetting(deps, plan, setting);
  for (const user of plan.users) {
    deps.signal.throwIfAborted();
    await writeUser(deps, plan, user);
  }
  await finishSetup(deps);
  for (const reverseShare of plan.reverseShares) await writeReverseShare(deps, plan, reverseShare);
  const done = {
    files: 0,
    bytes: 0,
    total: { files: plan.counts.files.imported, bytes: plan.bytes.imported },
  };
  const writer = createShareWriter(deps, plan, (bytes) => {
    done.files += 1;
    done.bytes += bytes;
    deps.onProgress?.(done);
  });
  for (const addition of plan.additions) await writer.add(addition);
  for (const share of plan.shares) await writer.create(share);
}

async function writeSetting(
  { core }: Deps,
  { counts, findings }: Plan,
  { name, key, value, logo }: Plan['settings'][number],
): Promise<void> {
  try {
    if (logo) await core.config.setPicture(toPictureChange('logo', logo), byHost);
    else await core.config.update([{ key, value }], byHost);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    counts.settings.imported -= 1;
    counts.settings.left += 1;
    findings.push({ code: 'setting_refused', name, detail: key });
  }
}

async function writeUser(
  { core }: Deps,
  { source, findings }: Plan,
  { from, record, links }: PlannedUser,
): Promise<void> {
  const at = core.clock.now();
  await core.uow.transaction(async (repos) => {
    await insertUser(repos.users, record);
    await repos.imports.add({ source: source.id, kind: 'user', oldId: from.oldId, at }, record.id);
    for (const { provider, issuer, subject, name } of links) {
      const account = { provider, issuer, subject, name, userId: record.id, createdAt: at };
      const isLinked = await repos.socialAccounts.insert(account);
      if (!isLinked) findings.push({ code: 'user_links_taken', name: record.username, detail: provider });
    }
    const codes = from.recoveryCodes.flatMap((code) => core.recoveryCodes.hash(record.id, code) ?? []);
    if (codes.length > 0) await repos.totps.replaceRecoveryCodes(record.id, codes);
    const subject = { id: record.id, name: record.username };
    await core.audit.note(repos.audit, byHost, {
      action: 'user.create',
      subject,
      details: { imported: true },
    });
  });
}

/** An instance that has an administrator is set up. */
async function finishSetup({ core }: Deps): Promise<void> {
  if (!(await core.users.hasAdmin()) || (await core.config.isSetupFinished())) return;
  await core.config.finishSetup(byHost);
}

async function writeReverseShare(
  { core }: Deps,
  { source }: Plan,
  { from, record }: PlannedReverseShare,
): Promise<void> {
  const at = core.clock.now();
  await core.uow.transaction(async (repos) => {
    await repos.reverseShares.insert(record);
    await repos.imports.addLink(hashOldLink(from.path), record.id);
    await repos.imports.add({ source: source.id, kind: 'reverseShare', oldId: from.oldId, at }, record.id);
    const subject = { id: record.id, name: null };
    await core.audit.note(repos.audit, byHost, {
      action: 'reverse_share.create',
      subject,
      details: { imported: true },
    });
  });
}
