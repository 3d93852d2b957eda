import { readFile } from 'node:fs/promises';
import ignore from 'ignore';

interface Search {
  exclude?: readonly string[] | undefined;
  ignoreFile?: string | undefined;
  hidden: boolean;
}

/** Tells which paths below a folder the search for files leaves out. */
export async function readLeftOut({
  exclude = [],
  ignoreFile,
  hidden,
}: Search): Promise<(name: string) => boolean> {
  const matcher = ignore({ ignorecase: false });
  if (ignoreFile !== undefined) matcher.add(await readFile(ignoreFile, 'utf8'));
  matcher.add([...exclude]);
  return (name) => matcher.ignores(name) || (!hidden && name.split('/').some((part) => part.startsWith('.')));
}
