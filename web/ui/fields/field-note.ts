import { createContext, useContext } from 'react';

/** The id of a note below a field besides its own help: its default, its bounds, why it is locked. */
export const FieldNoteContext = createContext<string | undefined>(undefined);

/** The description that screen readers read with a field: its help, and the note about it. */
export function useDescription(helpId: string | undefined): string | undefined {
  const noteId = useContext(FieldNoteContext);
  const ids = [helpId, noteId].filter((id) => id !== undefined);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
