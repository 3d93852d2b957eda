/** Makes a small picture of a file and answers its address; null if the file cannot be drawn. */
export type MakePicture = (file: File) => Promise<string | null>;

export interface PictureStore {
  /** The address, once it has been made */
  get(file: File): string | undefined;
  /**
   * Asks for the picture of a file, and calls back when there is one. Returns a function that gives it back: pictures
   * that nobody needs are freed when there are too many.
   */
  need(file: File, onMade: () => void): () => void;
}

interface Options {
  make: MakePicture;
  free(address: string): void;
  /** Pictures in memory, those in use excepted */
  keeps: number;
  /** Pictures made at the same time: each of them decodes its whole file */
  atOnce: number;
}

interface Entry {
  address: string | null | undefined;
  listeners: Set<() => void>;
}

/** Small pictures of chosen files, made one after the other where they are seen, and freed again. */
export function createPictureStore({ make, free, keeps, atOnce }: Options): PictureStore {
  /** The least recently needed ones first. */
  const entries = new Map<File, Entry>();
  let running = 0;

  function makeNext(): void {
    // What is needed last is on the screen now.
    const next = [...entries].findLast(
      ([, { address, listeners }]) => address === undefined && listeners.size > 0,
    );
    if (!next || running >= atOnce) return;
    const [file, entry] = next;
    running += 1;
    entry.address = null;
    void make(file)
      .catch(() => null)
      .then((address) => {
        running -= 1;
        entry.address = address;
        for (const listener of entry.listeners) listener();
        freeOld();
        makeNext();
      });
    makeNext();
  }

  function freeOld(): void {
    const idle = [...entries].filter(([, { listeners }]) => listeners.size === 0);
    for (const [file, { address }] of idle.slice(0, Math.max(0, idle.length - keeps))) {
      if (typeof address === 'string') free(address);
      entries.delete(file);
    }
  }

  return {
    get: (file) => entries.get(file)?.address ?? undefined,
    need(file, onMade) {
      const entry = entries.get(file) ?? { address: undefined, listeners: new Set() };
      entries.delete(file);
      entries.set(file, entry);
      entry.listeners.add(onMade);
      makeNext();
      return () => {
        entry.listeners.delete(onMade);
        freeOld();
      };
    },
  };
}
