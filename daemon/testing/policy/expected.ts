import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { isShareAction, type ShareAction } from '#sdk/contract/shares/actions.js';
import type { Caller } from './callers.ts';
import type { RequestRow } from './request-rows.ts';

/** The outcome of a call. `hidden`: as if the endpoint's subject did not exist (404). */
export type Outcome =
  | 'allowed'
  | 'hidden'
  | 'sign_in_required'
  | 'session_expired'
  | 'api_key_invalid'
  | 'forbidden'
  | 'api_key_scope'
  | 'api_key_refused'
  | 'share_token_required'
  | 'share_anonymous_disabled'
  | 'api_key_required';

type Role = Caller['role'];
type ByRole = Readonly<Record<Role, Outcome>>;

/** Written a second time, and deliberately not derived from the code that decides. */
const byAccess: Readonly<Record<'anyone' | 'user' | 'admin', ByRole>> = {
  anyone: {
    owner: 'allowed',
    other: 'allowed',
    admin: 'allowed',
    uploader: 'allowed',
    visitor: 'allowed',
    dead: 'allowed',
    nobody: 'allowed',
  },
  user: {
    owner: 'allowed',
    other: 'allowed',
    admin: 'allowed',
    uploader: 'sign_in_required',
    visitor: 'sign_in_required',
    dead: 'session_expired',
    nobody: 'sign_in_required',
  },
  admin: {
    owner: 'forbidden',
    other: 'forbidden',
    admin: 'allowed',
    uploader: 'sign_in_required',
    visitor: 'sign_in_required',
    dead: 'session_expired',
    nobody: 'sign_in_required',
  },
};

const refusedChange = {
  other: 'forbidden',
  visitor: 'sign_in_required',
  dead: 'session_expired',
  nobody: 'sign_in_required',
} as const;

const readDraft: ByRole = {
  owner: 'allowed',
  admin: 'allowed',
  uploader: 'allowed',
  other: 'hidden',
  visitor: 'hidden',
  dead: 'hidden',
  nobody: 'hidden',
};

const readActive: ByRole = {
  owner: 'allowed',
  admin: 'allowed',
  visitor: 'allowed',
  uploader: 'share_token_required',
  other: 'share_token_required',
  dead: 'share_token_required',
  nobody: 'share_token_required',
};

const upload: ByRole = { ...refusedChange, owner: 'allowed', uploader: 'allowed', admin: 'forbidden' };
const changeDraft: ByRole = { ...refusedChange, owner: 'allowed', admin: 'allowed', uploader: 'allowed' };
const ownDraft: ByRole = {
  ...refusedChange,
  owner: 'allowed',
  admin: 'forbidden',
  uploader: 'sign_in_required',
};
const removeFromDraft: ByRole = { ...ownDraft, uploader: 'allowed' };
const changeActive: ByRole = { ...changeDraft, uploader: 'sign_in_required' };

const byAction: Readonly<Record<'draft' | 'active', Readonly<Record<ShareAction, ByRole>>>> = {
  draft: {
    'share:view': readDraft,
    'share:download': readDraft,
    'share:upload': upload,
    'share:append': ownDraft,
    'share:edit': ownDraft,
    'share:remove-file': removeFromDraft,
    'share:remove': changeDraft,
    'share:manage': changeDraft,
  },
  active: {
    'share:view': readActive,
    'share:download': readActive,
    'share:upload': upload,
    'share:append': ownDraft,
    'share:edit': changeActive,
    'share:remove-file': changeActive,
    'share:remove': changeActive,
    'share:manage': changeActive,
  },
};

export function expectedOutcome(
  endpoint: EndpointDefinition,
  row: RequestRow,
  caller: Pick<Caller, 'role' | 'scopes' | 'isKey'>,
): Outcome {
  let { role } = caller;
  if (caller.scopes) {
    const need = endpoint.apiKey;
    if (need === 'session') return 'api_key_refused';
    if (need === 'visit') role = caller.scopes.includes('shares:read') ? role : 'nobody';
    else if (need !== 'any' && !caller.scopes.includes(need)) return 'api_key_scope';
  }
  const outcome = isShareAction(endpoint.access)
    ? byAction[row.share ?? 'active'][endpoint.access][role]
    : byAccess[endpoint.access][role];
  const met = row.exceptions?.[role] ?? outcome;
  return met === 'session_expired' && caller.isKey ? 'api_key_invalid' : met;
}
