import { useEffect, useState } from 'react';
import type { FileTree } from './file-tree.ts';

/** As long as the rows of a batch take to slide in, one after another */
const landingMilliseconds = 600;

/** Tells the items that were added a moment ago: only then do their rows slide in. */
export function useLanding(tree: FileTree): (key: string) => boolean {
  const [landed, setLanded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setLanded(new Set([...tree.values()].flat())), landingMilliseconds);
    return () => clearTimeout(timer);
  }, [tree]);
  return (key) => !landed.has(key);
}
