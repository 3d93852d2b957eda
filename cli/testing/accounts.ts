import type { ApiKey } from '#sdk/contract/api-keys.js';
import type { AuditEntry } from '#sdk/contract/audit.js';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { Webhook, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';

/** A user with everything that a test did not say. */
export function aUser(fields: Partial<Record<keyof ManagedUser, unknown>> = {}): ManagedUser {
  return {
    id: '1'.repeat(32),
    username: 'bob',
    displayName: null,
    email: 'bob@example.org',
    isAdmin: false,
    hasPassword: true,
    totpEnabled: false,
    totpRequired: false,
    createdAt: '2030-01-01T10:00:00.000Z',
    isDisabled: false,
    providers: [],
    quota: null,
    shares: 3,
    size: 1_200_000,
    lastSignInAt: null,
    ...fields,
  } as ManagedUser;
}

export function aKey(fields: Partial<Record<keyof ApiKey, unknown>> = {}): ApiKey {
  return {
    id: 'a'.repeat(32),
    name: 'ci',
    scopes: ['shares:read', 'shares:write'],
    createdAt: '2030-01-01T10:00:00.000Z',
    expiresAt: '2030-04-01T10:00:00.000Z',
    lastUsedAt: null,
    ...fields,
  } as ApiKey;
}

export function aWorkloadIdentity(
  fields: Partial<Record<keyof WorkloadIdentity, unknown>> = {},
): WorkloadIdentity {
  return {
    id: 'c'.repeat(32),
    name: 'release',
    user: { id: '1'.repeat(32), username: 'bob' },
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'https://files.example.org',
    claims: { repository: 'acme/app', ref: 'refs/heads/main' },
    scopes: ['shares:write'],
    createdAt: '2030-01-01T10:00:00.000Z',
    ...fields,
  } as WorkloadIdentity;
}

export function anEntry(fields: Partial<Record<keyof AuditEntry, unknown>> = {}): AuditEntry {
  return {
    id: 1,
    at: '2030-01-01T10:00:00.000Z',
    action: 'session.sign_in',
    result: 'done',
    actor: { id: '1'.repeat(32), name: 'bob' },
    apiKeyId: null,
    ip: '192.0.2.1',
    subject: null,
    details: {},
    requestId: null,
    ...fields,
  } as AuditEntry;
}

export function aWebhook(fields: Partial<Record<keyof Webhook, unknown>> = {}): Webhook {
  return {
    id: 'c'.repeat(32),
    name: 'Receiver',
    kind: 'standard',
    server: 'https://example.org',
    target: null,
    events: ['user.created'],
    isEnabled: true,
    failingSince: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  } as Webhook;
}

export function aDelivery(fields: Partial<Record<keyof WebhookDelivery, unknown>> = {}): WebhookDelivery {
  return {
    id: 'f'.repeat(32),
    webhook: { id: 'c'.repeat(32), name: 'Receiver' },
    event: 'user.created',
    payload: '{}',
    state: 'delivered',
    attempts: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    triedAt: '2026-01-01T00:00:00.000Z',
    nextTryAt: null,
    status: 200,
    problem: null,
    answer: 'ok',
    ...fields,
  } as WebhookDelivery;
}
