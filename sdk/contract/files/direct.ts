import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { ArchivePending, heldErrors } from '../files.ts';
import { ShareId } from '../formats/primitives.ts';

const directErrors = [
  'share_not_found',
  'share_removed',
  'share_quarantined',
  ...heldErrors,
  'share_uploading',
  'share_view_limit',
  'share_token_required',
  'direct_link_password',
  'file_not_found',
  'file_damaged',
  'range_not_satisfiable',
  'precondition_failed',
] as const;

/** Messengers and newsletters add parameters of their own to links, such as `fbclid` and `utm_source`. */
const anyQuery = z.object({});

/**
 * Links for curl, wget and download managers: no page, no cookie. The password of a share is sent using HTTP Basic
 * authentication (RFC 7617) with any user name, or as `X-Share-Password`; without the right one they fail with
 * `direct_link_password` and request it with `WWW-Authenticate`. Shares with a view limit fail with
 * `share_token_required`: only the page, the SDK and the command line consume a view.
 */
export const direct = {
  share: defineEndpoint({
    method: 'GET',
    base: '',
    path: '/d/:id',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    summary: 'Download the only file of a share, or all files as one ZIP archive',
    params: z.strictObject({ id: ShareId }),
    query: anyQuery,
    pending: ArchivePending,
    errors: directErrors,
  }),
  file: defineEndpoint({
    method: 'GET',
    base: '',
    path: '/d/:id/*path',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    summary: 'Download a file of a share by its path',
    params: z.strictObject({ id: ShareId, path: z.string() }),
    query: anyQuery,
    errors: directErrors,
  }),
};
