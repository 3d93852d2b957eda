import { useState } from 'react';
import type { ListedShare } from './use-share-list.ts';

export interface Selection {
  /** The selected shares, in the order of the list. */
  shares: readonly ListedShare[];
  isAll: boolean;
  has(id: string): boolean;
  set(id: string, isSelected: boolean): void;
  setAll(isSelected: boolean): void;
}

/** The selected shares. A share that leaves the list, through a filter or because it is deleted, is unselected. */
export function useSelection(listed: readonly ListedShare[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const shares = listed.filter(({ id }) => ids.has(id));
  if (shares.length < ids.size) setIds(new Set(shares.map(({ id }) => id)));
  return {
    shares,
    isAll: shares.length > 0 && shares.length === listed.length,
    has: (id) => ids.has(id),
    set: (id, isSelected) => {
      const others = shares.map((share) => share.id).filter((other) => other !== id);
      setIds(new Set<string>(isSelected ? [...others, id] : others));
    },
    setAll: (isSelected) => setIds(new Set<string>(isSelected ? listed.map(({ id }) => id) : [])),
  };
}
