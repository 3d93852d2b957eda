import { describe, expect, it } from 'vitest';
import { sampleReverseShare } from '../../testing/sample-reverse-share.ts';
import { changesOf, toForm } from './reverse-share-changes.ts';

const defaultExpiration = '7-days';
const before = sampleReverseShare;
const same = { ...toForm(before, defaultExpiration), password: undefined };
const change = (body: object, removesPassword = false) =>
  changesOf(before, { body: { ...same, ...body }, removesPassword, defaultExpiration });

describe('the changes of a reverse share', () => {
  it('are none when nothing was changed', () => {
    expect(change({})).toEqual({});
  });

  it('name only what was changed', () => {
    expect(change({ name: 'Holidays', hasSimpleForm: true })).toEqual({
      name: 'Holidays',
      hasSimpleForm: true,
    });
  });

  it('remove what was emptied', () => {
    expect(change({ name: undefined, maxUses: undefined, maxShareSize: undefined })).toEqual({
      name: null,
      maxUses: null,
      maxShareSize: null,
    });
  });

  it('keep the end of the link unless another one is chosen', () => {
    expect(change({ expiration: '1-month' })).toEqual({ expiration: '1-month' });
    expect(change({ expiration: before.expiresAt })).toEqual({});
  });

  it('let received shares follow the instance where they live as long as there', () => {
    const own = { ...before, shareExpiration: '1-day' };
    const wanted = {
      body: { ...same, shareExpiration: '7-days' },
      removesPassword: false,
      defaultExpiration,
    };
    expect(changesOf(own, wanted)).toEqual({ shareExpiration: null });
    expect(change({ shareExpiration: '1-day' })).toEqual({ shareExpiration: '1-day' });
  });

  it('set a new password rather than remove the old one', () => {
    expect(change({}, true)).toEqual({ password: null });
    expect(change({ password: 'secret' }, true)).toEqual({ password: 'secret' });
  });
});
