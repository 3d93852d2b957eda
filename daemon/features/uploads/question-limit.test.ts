import { expect, it } from 'vitest';
import { UploadId } from '#sdk/contract/formats/primitives.js';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createQuestionLimit } from './question-limit.ts';

const id = UploadId.parse('a'.repeat(32));
const other = UploadId.parse('b'.repeat(32));
const minute = 60_000;

function setUp() {
  const clock = createFakeClock();
  const ask = createQuestionLimit(clock);
  const use = (count: number, upload = id) => {
    for (let asked = 0; asked < count; asked += 1) ask(upload);
  };
  return { clock, use };
}

it('refuses more than thirty questions a minute about one upload', () => {
  const { clock, use } = setUp();
  use(30);
  expect(() => use(1)).toThrow('too_many_requests');
  use(30, other);
  clock.advance(minute);
  use(30);
  expect(() => use(1)).toThrow('too_many_requests');
});

it('counts a new minute for each upload by itself', () => {
  const { clock, use } = setUp();
  use(1);
  clock.advance(minute / 2);
  use(30, other);
  clock.advance(minute / 2);
  use(30);
  expect(() => use(1)).toThrow('too_many_requests');
  expect(() => use(1, other)).toThrow('too_many_requests');
  clock.advance(minute / 2);
  use(30, other);
  expect(() => use(1)).toThrow('too_many_requests');
});

it.each([-60 * minute, 60 * minute])('goes by the time that passes when the clock jumps by %i ms', (jump) => {
  const { clock, use } = setUp();
  use(30);
  clock.jump(jump);
  expect(() => use(1)).toThrow('too_many_requests');
  clock.advance(minute);
  use(30);
});
