import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Reference } from './benchmark.ts';
import { root } from './paths.ts';
import { runProgram } from './processes.ts';

/** Builds an earlier commit in a folder: exported rather than checked out, so that nothing of it stays in Git. */
export async function buildReference(name: string, folder: string): Promise<Reference> {
  const checkout = join(folder, 'reference');
  const archive = join(folder, 'reference.tar');
  mkdirSync(checkout);
  await runProgram('git', ['archive', '--output', archive, `${name}^{commit}`], { cwd: root });
  await runProgram('tar', ['-xf', archive, '-C', checkout]);
  // A group of their own: what they start ends with them when the bench is interrupted.
  const options = { cwd: checkout, detached: true };
  if (readLock(checkout) === readLock(root)) {
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  } else {
    await runProgram('npm', ['ci'], options);
  }
  await runProgram(process.execPath, ['bin/dev/build.js'], options);
  return { name, root: checkout };
}

function readLock(checkout: string): string {
  return readFileSync(join(checkout, 'package-lock.json'), 'utf8');
}

/** Makes contenders of this checkout and, next to each, the same of the reference if there is one. */
export async function withReference<T extends { name: string }>(
  bench: Bench,
  make: (bench: Bench) => Promise<readonly T[]>,
): Promise<T[]> {
  const now = await make(bench);
  const { reference } = bench;
  if (!reference) return [...now];
  const [memoryFolder, diskFolder] = [join(bench.memoryFolder, 'then'), join(bench.diskFolder, 'then')];
  for (const folder of [memoryFolder, diskFolder]) mkdirSync(folder);
  const before = await make({ ...bench, memoryFolder, diskFolder, root: reference.root });
  return now.flatMap((one, i) => [
    one,
    ...before.slice(i, i + 1).map((other) => ({ ...other, name: nameAt(reference, other.name) })),
  ]);
}

/** The name of a contender of the reference. */
export function nameAt(reference: Reference, name: string): string {
  return `${name} at ${reference.name}`;
}
