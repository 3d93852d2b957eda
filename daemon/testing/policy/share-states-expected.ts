import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { ErrorCode } from '#sdk/contract/errors.js';
import { isShareAction, type ShareAction } from '#sdk/contract/shares/actions.js';

/**
 * - `limited`, `used up`: with a view limit that is not reached, or is reached
 * - `adding`: published, and files are being added
 * - `over`: past its expiry, and no job has noticed yet
 */
export const shareStateNames = [
  'plain',
  'password',
  'limited',
  'used up',
  'adding',
  'draft',
  'over',
  'expired',
  'purged',
  'removed',
  'removed and purged',
] as const;
export type ShareStateName = (typeof shareStateNames)[number];

/** `knower`: sends only the password with the request. */
export type ShareCallerRole = 'owner' | 'admin' | 'other' | 'uploader' | 'visitor' | 'knower' | 'nobody';

export type ShareOutcome = 'allowed' | ErrorCode;

type ByRole = Readonly<Record<ShareCallerRole, ShareOutcome>>;
type ByState = Readonly<Record<ShareStateName, ByRole>>;

function everybody(outcome: ShareOutcome): ByRole {
  return {
    owner: outcome,
    admin: outcome,
    other: outcome,
    uploader: outcome,
    visitor: outcome,
    knower: outcome,
    nobody: outcome,
  };
}

/** Written separately: not derived from what the server uses to decide. */
const gone = {
  over: everybody('share_not_found'),
  expired: everybody('share_not_found'),
  purged: everybody('share_not_found'),
  removed: everybody('share_removed'),
  'removed and purged': everybody('share_removed'),
} as const;

const kept = { owner: 'allowed', admin: 'allowed' } as const;

/** The owner still sees an expired share until it is purged. */
const keptForOwner = {
  ...gone,
  over: { ...gone.over, ...kept },
  expired: { ...gone.expired, ...kept },
} as const;

const seenBy = (others: ShareOutcome): ByRole => ({ ...everybody(others), ...kept, visitor: 'allowed' });

const look: ByState = {
  ...keptForOwner,
  plain: seenBy('share_token_required'),
  password: seenBy('share_password_required'),
  limited: seenBy('share_token_required'),
  'used up': seenBy('share_view_limit'),
  adding: seenBy('share_token_required'),
  draft: { ...everybody('share_uploading'), ...kept, uploader: 'allowed' },
};

/** There is no page in between: the link itself is enough, with the password if there is one. */
const lookDirectly: ByState = {
  ...look,
  plain: everybody('allowed'),
  adding: everybody('allowed'),
  password: { ...seenBy('direct_link_password'), knower: 'allowed' },
};

const open: ByState = {
  ...gone,
  plain: everybody('allowed'),
  password: seenBy('share_password_required'),
  limited: everybody('allowed'),
  'used up': seenBy('share_view_limit'),
  adding: everybody('allowed'),
  draft: everybody('share_uploading'),
};

const refused: ByRole = { ...everybody('sign_in_required'), admin: 'forbidden', other: 'forbidden' };

/** Every state in which the share is published. */
function published(byRole: ByRole) {
  return { plain: byRole, password: byRole, limited: byRole, 'used up': byRole, adding: byRole };
}

const byOwner: ByRole = { ...refused, owner: 'allowed' };
const bySender: ByRole = { ...byOwner, uploader: 'allowed' };
const byKeeper: ByRole = { ...refused, ...kept };
const byAll: ByRole = { ...byKeeper, uploader: 'allowed' };

const byAction: Readonly<Record<ShareAction, ByState>> = {
  'share:view': look,
  'share:download': look,
  'share:upload': { ...gone, ...published(bySender), draft: bySender },
  'share:append': { ...gone, ...published(byOwner), draft: byOwner },
  'share:edit': { ...keptForOwner, ...published(byKeeper), draft: byOwner },
  'share:remove-file': { ...keptForOwner, ...published(byKeeper), draft: bySender },
  'share:remove': { ...keptForOwner, ...published(byKeeper), draft: byAll },
  'share:manage': { ...keptForOwner, ...published(byKeeper), draft: byAll },
};

/**
 * Uploads do not exist for actors who may not send files; published shares have some only while files are being added.
 */
const sentTo: ByRole = { ...everybody('upload_not_found'), owner: 'allowed', uploader: 'allowed' };
const ofUpload: Partial<ByState> = {
  draft: sentTo,
  adding: sentTo,
  over: everybody('upload_not_found'),
  expired: everybody('upload_not_found'),
  purged: everybody('upload_not_found'),
  removed: everybody('upload_not_found'),
  'removed and purged': everybody('upload_not_found'),
};

const closed: ByRole = { ...refused, owner: 'share_completed', uploader: 'share_completed' };
const newUpload: ByState = { ...byAction['share:upload'], ...published(closed), adding: bySender };

const exceptions: Readonly<Record<string, Partial<ByState>>> = {
  'shares.open': open,
  'direct.share': lookDirectly,
  'direct.file': lookDirectly,
  'uploads.create': newUpload,
  'uploads.offset': ofUpload,
  'uploads.append': ofUpload,
  'uploads.cancel': ofUpload,
};

/** Returns the outcome of an endpoint for a caller, in each state that a share can have when it is called. */
export function expectedOfShare(id: string, { access }: EndpointDefinition): Partial<ByState> {
  const byState = exceptions[id] ?? (isShareAction(access) ? byAction[access] : undefined);
  if (!byState) throw new Error(`nothing is expected of ${id}`);
  return byState;
}
