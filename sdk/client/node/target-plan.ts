import { join, parse } from 'node:path';
import type { ShareFile } from '../../contract/files.ts';
import type { OverwriteMode } from '../download-types.ts';
import { hashFile, lstatIfThere, toLocalNames } from './safe-target.ts';

export interface PlannedFile {
  file: ShareFile;
  /** Folders below the target folder. */
  folders: string[];
  /** Absolute */
  target: string;
}

export interface SettledTarget {
  action: 'write' | 'skip';
  target: string;
}

const isCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';

/** Where the files of one download go. No two of them go to the same place. */
export class TargetPlan {
  readonly planned: PlannedFile[] = [];
  readonly failed: { path: string; error: Error }[] = [];
  readonly #taken = new Set<string>();

  constructor(directory: string, files: readonly ShareFile[]) {
    for (const file of files) this.#add(directory, file);
  }

  /** True when the place was free until now. */
  claim(target: string): boolean {
    const key = isCaseSensitive ? target : target.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }

  /** Looks what is there already. */
  async settle(
    { file, target }: PlannedFile,
    mode: OverwriteMode,
    signal: AbortSignal,
  ): Promise<SettledTarget> {
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? target : numberTarget(target, number);
      if (number > 1 && !this.claim(candidate)) continue;
      const found = await lstatIfThere(candidate);
      if (!found) return { action: 'write', target: candidate };
      const hasSize = found.isFile() && found.size === file.size;
      const isEqual = hasSize && (await hashFile(candidate, signal)) === file.sha256;
      if (isEqual || mode === 'never') return { action: 'skip', target: candidate };
      if (mode === 'always') return { action: 'write', target: candidate };
    }
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

/** `name (2).ext` */
function numberTarget(target: string, number: number): string {
  const { dir, name, ext } = parse(target);
  return join(dir, `${name} (${number})${ext}`);
}
