import type { CreateApiKey } from '#sdk/contract/api-keys.js';
import { scopes as allScopes } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ApiKeyId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newApiKeyId } from '../../crypto/ids.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { ApiKeyRepo } from './repo.ts';
import type { ApiKeyRecord } from './types.ts';

interface KeyRepos {
  lock: Lock;
  apiKeys: ApiKeyRepo;
  users: UserRepo;
  audit: AuditRepo;
}

interface Deps<Repos extends KeyRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  audit: AuditLog;
  confirmPassword: ConfirmPassword;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
}

export interface CreatedApiKey {
  apiKey: ApiKeyRecord;
  /** The key itself, which is not stored anywhere. */
  secret: string;
}

export interface ApiKeyService {
  /** Newest first. */
  list(actor: Actor): Promise<ApiKeyRecord[]>;
  /** @throws AppError `password_wrong`, `api_key_limit`, `api_key_scope` */
  create(actor: Actor, input: CreateApiKey): Promise<CreatedApiKey>;
  /** @throws AppError `api_key_not_found`, also for keys of other users */
  revoke(actor: Actor, id: ApiKeyId): Promise<void>;
}

const maxKeys = 50;
const day = 24 * 3_600_000;

export function createApiKeyService<Repos extends KeyRepos>(deps: Deps<Repos>): ApiKeyService {
  const { uow, clock, audit, confirmPassword, mails } = deps;

  return {
    async list({ user }) {
      return user ? uow.read.apiKeys.listOfUser(user.id) : [];
    },

    async create(actor, { name, scopes, expiresInDays, password }) {
      const owner = await confirmPassword(actor, password);
      const now = clock.now();
      const id = newApiKeyId();
      const secret = newToken(`${tokenPrefixes.apiKey}_${id}`);
      const apiKey: ApiKeyRecord = {
        id,
        userId: owner.id,
        name,
        secretHash: hashToken(secret),
        scopes: allScopes.filter((scope) => scopes.includes(scope)),
        createdAt: now,
        expiresAt: expiresInDays === undefined ? null : now + expiresInDays * day,
        lastUsedAt: null,
      };
      await uow.transaction(async (repos, afterCommit) => {
        await repos.lock('user', owner.id);
        const current = await repos.users.findById(owner.id);
        requireSameOwner(owner, current);
        if (apiKey.scopes.includes('admin') && !current.isAdmin) {
          throw new AppError('api_key_scope', { scope: 'admin' });
        }
        if ((await repos.apiKeys.countOfUser(owner.id)) >= maxKeys) {
          throw new AppError('api_key_limit', { max: maxKeys });
        }
        await repos.apiKeys.insert(apiKey);
        const details = { scopes: apiKey.scopes.join(' '), expiresInDays: expiresInDays ?? 0 };
        await audit.note(repos.audit, actor, { action: 'api_key.create', subject: { id, name }, details });
        await mails.sendNotice({ repos, afterCommit }, { user: current, notice: 'apiKeyCreated' }, actor);
      });
      return { apiKey, secret };
    },

    async revoke(actor, id) {
      await uow.transaction(async ({ lock, apiKeys, audit: rows }) => {
        if (actor.user) await lock('user', actor.user.id);
        const key = await apiKeys.findById(id);
        if (!key || key.userId !== actor.user?.id) throw new AppError('api_key_not_found');
        await apiKeys.remove(id);
        await audit.note(rows, actor, { action: 'api_key.revoke', subject: { id, name: key.name } });
      });
    },
  };
}

/** While the password was checked, the account may have been recovered from a person who knew it. */
function requireSameOwner(confirmed: UserRecord, current: UserRecord | null): asserts current is UserRecord {
  if (!current || current.disabledAt !== null) throw new AppError('sign_in_required');
  if (current.passwordHash !== confirmed.passwordHash) throw new AppError('password_wrong');
}
