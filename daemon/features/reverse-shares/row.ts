import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import { foldText } from '../../db/fold-text.ts';
import type { ReverseShareRecord } from './types.ts';

export interface ReverseShareRow {
  id: string;
  owner_id: string;
  token_hash: string;
  token: string;
  name: string | null;
  /** The name in the form used for searching. */
  name_key: string | null;
  description: string | null;
  password_hash: string | null;
  expires_at: number | null;
  share_expiration: string | null;
  max_share_size: number | null;
  max_uses: number | null;
  uses: number;
  sends_notification: number;
  requires_sign_in: number;
  has_simple_form: number;
  closed_at: number | null;
  created_at: number;
}

export function fromRow(row: ReverseShareRow): ReverseShareRecord {
  return {
    id: row.id as ReverseShareId,
    ownerId: row.owner_id as UserId,
    tokenHash: row.token_hash,
    token: row.token,
    name: row.name,
    description: row.description,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    shareExpiration: row.share_expiration,
    maxShareSize: row.max_share_size,
    maxUses: row.max_uses,
    uses: row.uses,
    sendsNotification: row.sends_notification === 1,
    requiresSignIn: row.requires_sign_in === 1,
    hasSimpleForm: row.has_simple_form === 1,
    closedAt: row.closed_at,
    createdAt: row.created_at,
  };
}

/** The fields that only its owner changes. */
export type ReverseShareChange = Omit<
  ReverseShareRecord,
  'id' | 'ownerId' | 'tokenHash' | 'token' | 'uses' | 'createdAt'
>;

export function toChange(change: ReverseShareChange): Partial<ReverseShareRow> {
  return {
    name: change.name,
    name_key: change.name === null ? null : foldText(change.name),
    description: change.description,
    password_hash: change.passwordHash,
    expires_at: change.expiresAt,
    share_expiration: change.shareExpiration,
    max_share_size: change.maxShareSize,
    max_uses: change.maxUses,
    sends_notification: Number(change.sendsNotification),
    requires_sign_in: Number(change.requiresSignIn),
    has_simple_form: Number(change.hasSimpleForm),
    closed_at: change.closedAt,
  };
}

export function toRow(record: ReverseShareRecord): Partial<ReverseShareRow> {
  return {
    ...toChange(record),
    id: record.id,
    owner_id: record.ownerId,
    token_hash: record.tokenHash,
    token: record.token,
    uses: record.uses,
    created_at: record.createdAt,
  };
}
