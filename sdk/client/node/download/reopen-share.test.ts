import { beforeEach, describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { Share } from '../../../contract/shares.ts';
import type { Transport } from '../../core/transport.ts';
import type { ShareAccess } from '../../shares/open-share.ts';
import { type ReopenOptions, reopeningShares } from './reopen-share.ts';

/** A share whose owner sets a password while it is downloaded. */
const share = Share.parse({
  id: 'AbCdEf0123456789',
  name: null,
  description: null,
  sender: null,
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: null,
  fileCount: 3,
  size: 3,
  isAdding: false,
  hasDirectLinks: true,
});
const rightPassword = 'elm street';

let isOpen: boolean;
/** The passwords that were tried. */
let tried: (string | undefined)[];
/** Why a person was asked for the password. */
let asked: ErrorCode[];
/** Refusals that arrive later, by the name of the file. */
let late: Map<string, Promise<unknown>>;

beforeEach(() => {
  isOpen = false;
  tried = [];
  asked = [];
  late = new Map();
});

const server: Transport = {
  async send({ path }) {
    const status = isOpen ? 200 : 403;
    await late.get(path.slice(-1));
    return {
      status,
      header: () => null,
      json: async () => ({ error: 'share_password_required' }),
      stream: () => new Blob([]).stream(),
    };
  },
};

const access: Pick<ShareAccess, 'openShare'> = {
  async openShare(_id, { password } = {}) {
    tried.push(password);
    await new Promise(setImmediate);
    if (password !== rightPassword) throw new AppError('share_password_wrong');
    isOpen = true;
    return { share };
  },
};

/** Somebody who gives these answers, one after the other. */
function answering(...answers: (string | undefined)[]): Pick<ReopenOptions, 'onPassword'> {
  return {
    async onPassword({ code }) {
      asked.push(code);
      await new Promise(setImmediate);
      return answers.shift();
    },
  };
}

function setUp(options: ReopenOptions) {
  const transport = reopeningShares(server, access, { costsNothing: () => true, ...options });
  return async (name: string) => {
    const { status } = await transport.send({ method: 'GET', path: `/api/shares/${share.id}/files/${name}` });
    return status;
  };
}

/** Requests three files, all while the share is closed; the refusal of the last one arrives after everything else. */
async function requestAll(
  request: (name: string) => Promise<number>,
): Promise<PromiseSettledResult<number>[]> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  late.set('c', arrival);
  const straggler = request('c');
  const others = await Promise.allSettled([request('a'), request('b')]);
  arrive();
  return [...others, ...(await Promise.allSettled([straggler]))];
}

const answered = (...statuses: number[]) => statuses.map((value) => ({ status: 'fulfilled', value }));

describe('connections that are refused at the same time', () => {
  it('ask for the password once, and all go on, also one that is refused late', async () => {
    const request = setUp(answering(rightPassword));
    expect(await requestAll(request)).toEqual(answered(200, 200, 200));
    expect(asked).toEqual(['share_password_required']);
    expect(tried).toEqual([rightPassword]);
  });

  it('ask again after a wrong password', async () => {
    const request = setUp(answering('main street', rightPassword));
    expect(await requestAll(request)).toEqual(answered(200, 200, 200));
    expect(asked).toEqual(['share_password_required', 'share_password_wrong']);
    expect(tried).toEqual(['main street', rightPassword]);
  });

  it('ask nobody a second time who has declined', async () => {
    const request = setUp(answering(undefined, rightPassword));
    expect(await requestAll(request)).toEqual(answered(403, 403, 403));
    expect(asked).toEqual(['share_password_required']);
    expect(tried).toEqual([]);
  });

  it('fail with what the callback throws, which is not called again', async () => {
    let calls = 0;
    const reason = new Error('no terminal');
    const request = setUp({
      async onPassword() {
        calls += 1;
        throw reason;
      },
    });
    const rejected = { status: 'rejected', reason };
    expect(await requestAll(request)).toEqual([rejected, rejected, ...answered(403)]);
    expect(calls).toBe(1);
  });
});

describe('the password that is known', () => {
  it('is tried before anybody is asked', async () => {
    const request = setUp({ password: rightPassword, ...answering() });
    expect(await requestAll(request)).toEqual(answered(200, 200, 200));
    expect(asked).toEqual([]);
  });

  it('is tried only once when it is wrong, because a server counts wrong ones', async () => {
    const request = setUp({ password: 'sesame street' });
    expect(await requestAll(request)).toEqual(answered(403, 403, 403));
    expect(await request('a')).toBe(403);
    expect(tried).toEqual(['sesame street']);
  });

  it('is replaced by the one that was right', async () => {
    const request = setUp({ password: 'sesame street', ...answering(rightPassword) });
    expect(await requestAll(request)).toEqual(answered(200, 200, 200));
    isOpen = false;
    expect(await request('a')).toBe(200);
    expect(asked).toEqual(['share_password_wrong']);
    expect(tried).toEqual(['sesame street', rightPassword, rightPassword]);
  });

  it('is not tried where that would use up a view', async () => {
    const request = setUp({ password: rightPassword, costsNothing: () => false, ...answering() });
    expect(await request('a')).toBe(403);
    expect(tried).toEqual([]);
  });
});
