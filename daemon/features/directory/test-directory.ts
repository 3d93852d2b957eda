import type { DirectoryPerson, DirectoryRefusal } from '#sdk/contract/config/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Actor } from '../../http/actor.ts';
import { readLdapSettings } from '../../ldap/settings.ts';
import { DirectoryError, type DirectoryUser, type LdapSettings } from '../../ldap/types.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditCause } from '../audit/types.ts';
import type { ConfigService } from '../config/service.ts';
import type { GroupPolicy } from '../users/group-policy.ts';

interface Deps {
  config: Pick<ConfigService, 'get' | 'load'>;
  throttle: Pick<Throttle, 'attempt'>;
  audit: Pick<AuditLog, 'record'>;
  groupPolicy: Pick<GroupPolicy, 'grantsOf'>;
  /** @throws DirectoryError */
  checkDirectory(settings: LdapSettings): Promise<void>;
  /** @throws DirectoryError */
  lookUp(settings: LdapSettings, username: string): Promise<DirectoryUser | 'nobody' | 'several'>;
  findRefusal(person: DirectoryUser, actor: Pick<Actor, 'ip'>): Promise<DirectoryRefusal | null>;
}

/**
 * Asks the directory with the stored settings, even while it is turned off; with a username, about this person.
 *
 * @throws AppError `ldap_incomplete`, `too_many_requests`, `directory_…`
 */
export type TestDirectory = (
  username: string | undefined,
  actor: AuditCause & Pick<Actor, 'user' | 'ip'>,
) => Promise<{ person: DirectoryPerson | null }>;

export function createTestDirectory(deps: Deps): TestDirectory {
  const { config, throttle, audit, groupPolicy, checkDirectory, lookUp, findRefusal } = deps;

  async function ask(settings: LdapSettings, username: string | undefined): Promise<DirectoryUser | null> {
    if (username === undefined) {
      await checkDirectory(settings);
      return null;
    }
    const found = await lookUp(settings, username.trim());
    if (found === 'nobody') throw new AppError('directory_person_missing', { username });
    if (found === 'several') throw new AppError('directory_person_ambiguous', { username });
    return found;
  }

  async function describe(person: DirectoryUser, actor: Pick<Actor, 'ip'>): Promise<DirectoryPerson> {
    const { dn, username, email, displayName, groupDns, groups } = person;
    const { isAdmin = null, quota = null } = groupPolicy.grantsOf(groups);
    const refusal = await findRefusal(person, actor);
    return { dn, username, email, displayName, groups: [...groupDns], refusal, isAdmin, quota };
  }

  return async (username, actor) => {
    // Another process may have changed them a moment ago.
    await config.load();
    const settings = readLdapSettings(config);
    if (settings.url === '' || settings.searchBase === '') throw new AppError('ldap_incomplete');
    await throttle.attempt('testDirectory', { ip: actor.ip, subject: actor.user?.id ?? 'host' });
    const note = (result: 'done' | 'refused') =>
      audit.record(actor, {
        action: 'config.directory_test',
        result,
        details: { server: settings.url, ...(username !== undefined && { account: username }) },
      });
    try {
      const person = await ask(settings, username);
      await note('done');
      return { person: person && (await describe(person, actor)) };
    } catch (error) {
      await note('refused');
      throw error instanceof DirectoryError ? explain(error, settings) : error;
    }
  };
}

function explain(error: DirectoryError, { url, searchBase: base }: LdapSettings): AppError {
  const { message: answer, problem } = error;
  const extras = { cause: error };
  switch (problem) {
    case 'unreachable':
      return new AppError('directory_unreachable', { url, answer }, extras);
    case 'untrusted':
      return new AppError('directory_untrusted', { url, answer }, extras);
    case 'unencrypted':
      return new AppError('directory_unencrypted', { url, answer }, extras);
    case 'bindRefused':
      return new AppError('directory_bind_refused', { answer }, extras);
    case 'baseMissing':
      return new AppError('directory_base_missing', { base }, extras);
    case 'refused':
      return new AppError('directory_search_refused', { answer }, extras);
  }
}
