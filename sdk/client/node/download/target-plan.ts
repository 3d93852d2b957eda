import { mkdtempSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { ShareFile } from '../../../contract/files.ts';
import type { OverwriteMode } from '../../download/types.ts';
import { hashFile, lstatIfThere, toLocalNames } from './safe-target.ts';

export interface PlannedFile {
  file: ShareFile;
  /** Folders below the target folder. */
  folders: string[];
  /** Absolute */
  target: string;
}

export interface ChosenTarget {
  action: 'write' | 'skip';
  target: string;
}

/** Chooses where the files of one download are stored, each at a different path. */
export class TargetPlan {
  readonly planned: PlannedFile[] = [];
  readonly failed: { path: string; error: Error }[] = [];
  readonly #taken = new Set<string>();
  readonly #isCaseSensitive: boolean;

  /** @param isCaseSensitive see {@link isCaseSensitive} */
  constructor(directory: string, files: readonly ShareFile[], isCaseSensitive: boolean) {
    this.#isCaseSensitive = isCaseSensitive;
    for (const file of files) this.#add(directory, file);
  }

  /** Claims a path for a file. True if no other file has claimed it. */
  claim(target: string): boolean {
    const key = this.#isCaseSensitive ? target : target.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }

  #add(directory: string, file: ShareFile): void {
    try {
      const names = toLocalNames(file.path);
      const wanted = join(directory, ...names);
      let target = wanted;
      for (let number = 2; !this.claim(target); number++) target = numberTarget(wanted, number);
      this.planned.push({ file, folders: names.slice(0, -1), target });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.failed.push({ path: file.path, error });
    }
  }
}

/**
 * Whether a folder can hold all files of a download under their own names. Files whose names differ only in case replace
 * each other on USB sticks and network drives, too, so a folder that would have to hold such files is tried.
 */
export function isCaseSensitive(directory: string, files: readonly ShareFile[]): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin') return false;
  const folded = new Set(files.map(({ path }) => path.toLowerCase()));
  if (folded.size === files.length) return true;
  try {
    const probe = mkdtempSync(join(directory, '.fileshare-'));
    try {
      writeFileSync(join(probe, 'a'), '');
      return lstatIfThere(join(probe, 'A')) === null;
    } finally {
      rmSync(probe, { recursive: true });
    }
  } catch {
    // Whether it can be written is found out when a file is.
    return false;
  }
}

interface ChooseTargetOptions {
  mode: OverwriteMode;
  /** Size and SHA-256 of an identical file; null if they are unknown. */
  content: Pick<ShareFile, 'size' | 'sha256'> | null;
  /** See {@link TargetPlan.claim}. */
  claim: (target: string) => boolean;
  signal: AbortSignal;
}

/** Checks what already exists, and decides whether and where to write. */
export async function chooseTarget(target: string, options: ChooseTargetOptions): Promise<ChosenTarget> {
  const { mode, claim } = options;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? target : numberTarget(target, number);
    if (number > 1 && !claim(candidate)) continue;
    const found = lstatIfThere(candidate);
    if (!found) return { action: 'write', target: candidate };
    if (mode === 'never' || (await isEqual(candidate, found, options))) {
      return { action: 'skip', target: candidate };
    }
    if (mode === 'always') return { action: 'write', target: candidate };
  }
}

async function isEqual(
  file: string,
  stats: Stats,
  { content, signal }: ChooseTargetOptions,
): Promise<boolean> {
  if (!content || !stats.isFile() || stats.size !== content.size) return false;
  return (await hashFile(file, signal)) === content.sha256;
}

/** `name (2).ext` */
function numberTarget(target: string, number: number): string {
  const { dir, name, ext } = parse(target);
  const [, stem = name, tar = ''] = /^(.+?)(\.tar)?$/i.exec(name) ?? [];
  return join(dir, `${stem} (${number})${tar}${ext}`);
}
