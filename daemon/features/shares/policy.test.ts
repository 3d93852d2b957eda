import { describe, expect, it } from 'vitest';
import type { ShareAction } from '#sdk/contract/shares/actions.js';
import { findClosed, findRefusal, listAbilities, type ShareFacts, type ShareRole } from './policy.ts';

const open: ShareFacts = {
  state: 'active',
  isPurged: false,
  isReceived: false,
  hasPassword: false,
  maxViews: null,
  views: 0,
  isQuarantined: false,
};

const cases: readonly [string, ShareRole, ShareAction, Partial<ShareFacts>, string | null][] = [
  ['owner sees a draft', 'owner', 'share:view', { state: 'draft' }, null],
  ['owner edits an active share', 'owner', 'share:manage', {}, null],
  ['owner sees an expired share that is kept', 'owner', 'share:view', { state: 'expired' }, null],
  ['owner learns that a share is removed', 'owner', 'share:manage', { state: 'removed' }, 'share_removed'],
  [
    'owner cannot upload to an expired share',
    'owner',
    'share:upload',
    { state: 'expired' },
    'share_not_found',
  ],
  ['administrator removes any share', 'admin', 'share:remove', {}, null],
  [
    'administrator does not upload to shares of others',
    'admin',
    'share:upload',
    { state: 'draft' },
    'forbidden',
  ],
  ['uploader uploads to a draft', 'uploader', 'share:upload', { state: 'draft' }, null],
  ['uploader discards a draft', 'uploader', 'share:remove', { state: 'draft' }, null],
  ['uploader cannot remove a published share', 'uploader', 'share:remove', {}, 'forbidden'],
  [
    'uploader must open a published share like others',
    'uploader',
    'share:download',
    {},
    'share_token_required',
  ],
  ['uploader may repeat the completion', 'uploader', 'share:upload', {}, null],
  ['visitor downloads', 'visitor', 'share:download', {}, null],
  ['visitor goes on when the limit is used up', 'visitor', 'share:view', { maxViews: 1, views: 1 }, null],
  ['visitor does not manage', 'visitor', 'share:manage', {}, 'forbidden'],
  ['visitor loses an expired share', 'visitor', 'share:view', { state: 'expired' }, 'share_not_found'],
  ['stranger must open first', 'stranger', 'share:view', {}, 'share_token_required'],
  [
    'stranger needs the password',
    'stranger',
    'share:download',
    { hasPassword: true },
    'share_password_required',
  ],
  ['stranger meets the view limit', 'stranger', 'share:view', { maxViews: 2, views: 2 }, 'share_view_limit'],
  [
    'the limit goes before the password',
    'stranger',
    'share:view',
    { hasPassword: true, maxViews: 1, views: 1 },
    'share_view_limit',
  ],
  [
    'stranger learns that the sender is uploading',
    'stranger',
    'share:view',
    { state: 'draft' },
    'share_uploading',
  ],
  ['stranger cannot upload', 'stranger', 'share:upload', { state: 'draft' }, 'forbidden'],
  [
    'nobody sees a purged share',
    'owner',
    'share:view',
    { state: 'expired', isPurged: true },
    'share_not_found',
  ],
];

describe('findRefusal', () => {
  it.each(cases)('%s', (_name, role, action, facts, expected) => {
    expect(findRefusal(role, action, { ...open, ...facts })).toBe(expected);
  });
});

const abilities: readonly [string, ShareRole, Partial<ShareFacts>, string[]][] = [
  ['owner of a draft', 'owner', { state: 'draft' }, ['append', 'download', 'edit', 'remove', 'removeFile']],
  ['owner of a published share', 'owner', {}, ['append', 'download', 'edit', 'remove', 'removeFile']],
  ['owner of an expired share', 'owner', { state: 'expired' }, ['download', 'edit', 'remove', 'removeFile']],
  [
    'owner of what is still being sent through a reverse share',
    'owner',
    { state: 'draft', isReceived: true },
    ['download', 'remove'],
  ],
  ['owner of a removed share', 'owner', { state: 'removed' }, []],
  ['administrator with the draft of another', 'admin', { state: 'draft' }, ['download', 'remove']],
  ['administrator', 'admin', {}, ['download', 'edit', 'remove', 'removeFile']],
  ['sender of a draft', 'uploader', { state: 'draft' }, ['download', 'remove', 'removeFile']],
  ['sender of a published share', 'uploader', {}, []],
  ['stranger', 'stranger', {}, []],
];

describe('listAbilities', () => {
  it.each(abilities)('%s', (_name, role, facts, expected) => {
    const granted = Object.entries(listAbilities(role, { ...open, ...facts })).filter(([, may]) => may);
    expect(granted.map(([ability]) => ability).sort()).toEqual(expected);
  });
});

describe('findClosed', () => {
  it('lets strangers open an active share with views left', () => {
    expect(findClosed({ ...open, maxViews: 3, views: 2 })).toBeNull();
  });
});
