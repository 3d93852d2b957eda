import path from 'node:path';
import { findPathProblem, normalizePath } from '#sdk/contract/formats/paths.js';
import { createRenamedFinder } from '../upload/rename-invalid.ts';

/** A file or folder that was not looked at. */
interface PassedOver {
  /** Absolute path. */
  file: string;
  /** `name`: the server would refuse its name. */
  reason: string;
}

/**
 * Tells which files of a share nobody can compare with a folder, because the search for files passed over what they may
 * have come from: entries of the folder that were skipped or excluded, and everything below them. They may also have
 * been uploaded under names that `--rename-invalid` has made.
 */
export function createUnknownFinder(
  folder: string,
  passedOver: readonly PassedOver[],
): (sharePath: string) => boolean {
  const origins = passedOver.map(({ file, reason }) => ({ path: sharePathOf(folder, file), reason }));
  const known = new Set(origins.map((origin) => origin.path));
  const refused = origins.filter(
    (origin) => origin.reason === 'name' || findPathProblem(origin.path) !== null,
  );
  const isRenamed = createRenamedFinder(refused.map((origin) => origin.path));
  return (sharePath) => pathAndFolders(sharePath).some((one) => known.has(one) || isRenamed(one));
}

/** As with an upload, the folder is in the share under its own name. */
function sharePathOf(folder: string, file: string): string {
  return normalizePath([path.basename(folder), ...path.relative(folder, file).split(path.sep)].join('/'));
}

/** `a/b/c` → `a`, `a/b`, `a/b/c` */
function pathAndFolders(sharePath: string): string[] {
  const names = sharePath.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
