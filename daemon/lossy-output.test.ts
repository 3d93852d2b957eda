import { execFileSync } from 'node:child_process';
import { closeSync, constants, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LossyOutput } from './lossy-output.ts';

let folder: string;
let reader: number;
let writer: number;
let output: LossyOutput;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fileshare-test-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  output = new LossyOutput(writer);
});

afterEach(() => {
  closeSync(writer);
  rmSync(folder, { recursive: true });
});

const flush = () =>
  new Promise<string | undefined>((resolve) => output.flush((error) => resolve(error?.message)));

/** Starts to read. Each call of the function returns the next line. */
function read(): () => Promise<string | undefined> {
  const stream = createReadStream('', { fd: openSync(join(folder, 'pipe'), 'r') });
  closeSync(reader);
  const lines: AsyncIterator<string, undefined> = createInterface(stream)[Symbol.asyncIterator]();
  return async () => (await lines.next()).value;
}

const lineOf = (index: number) => `${index} ${'ü'.repeat(1000)}`;

it('writes lines in order, even when the pipe cannot hold them all at once', async () => {
  const next = read();
  const sent = Array.from({ length: 500 }, (_line, index) => lineOf(index));
  for (const line of sent) output.write(`${line}\n`);
  for (const line of sent) expect(await next()).toBe(line);
  expect(await flush()).toBeUndefined();
});

it('keeps lines up to its limit while nobody reads, then reports how many it dropped and continues', async () => {
  output.onLoss = (dropped) => output.write(`${dropped} dropped\n`);
  for (let index = 0; index < 5000; index += 1) output.write(`${lineOf(index)}\n`);
  expect(await flush()).toBe('some lines are still waiting');
  const next = read();
  let kept = 0;
  let line = await next();
  for (; line === lineOf(kept); line = await next()) kept += 1;
  expect(kept).toBeGreaterThan(500);
  expect(kept).toBeLessThan(1200);
  expect(line).toBe(`${5000 - kept} dropped`);
  output.write('and on\n');
  expect(await next()).toBe('and on');
  expect(await flush()).toBeUndefined();
});

it('reports at a flush that lines were lost', async () => {
  for (let index = 0; index < 5000; index += 1) output.write(`${lineOf(index)}\n`);
  const flushed = flush();
  const next = read();
  expect(await next()).toBe(lineOf(0));
  expect(await flushed).toMatch(/^some lines/);
});

it('continues with another reader when the first is gone', async () => {
  closeSync(reader);
  output.write('nobody reads this yet\n');
  expect(await flush()).toBe('some lines are still waiting');
  reader = openSync(join(folder, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
  expect(await read()()).toBe('nobody reads this yet');
});
