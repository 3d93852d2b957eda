import { useMemo, useState } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';
import { useNotifier } from '../../../lib/notify.tsx';
import { describeLoadError } from '../../../ui/feedback/PartBoundary.tsx';
import type { createSelection, Listed, Selected } from './create-selection.tsx';

/** Loaded with the first selection: few visitors make one. */
let create: typeof createSelection | undefined;

/** The selection among the files of a share; undefined while nothing can be selected. */
export function useSelection({ files, entries }: Listed) {
  const translator = useTranslator();
  const { notify } = useNotifier();
  const [selected, setSelected] = useState<Selected>();
  const selection = useMemo(
    () => selected && create?.({ files, entries }, selected, setSelected),
    [files, entries, selected],
  );

  async function start(): Promise<void> {
    try {
      create = (await import('./create-selection.tsx')).createSelection;
      setSelected({ ids: new Set() });
    } catch {
      notify(describeLoadError(translator), 'error');
    }
  }

  return { selection, start: () => void start(), end: () => setSelected(undefined) };
}
