import { AppError } from '../../contract/errors.ts';
import type { Draft } from './draft-strategy.ts';
import type { UploadEntry } from './entries.ts';
import type { JournalEvent, JournalState, UploadJournal } from './types.ts';

/**
 * Writes a journal, one entry after the other and without delaying the upload. A journal that cannot be written
 * costs the possibility to resume, not the upload.
 */
export class JournalWriter {
  readonly #journal: UploadJournal | undefined;
  readonly #onWarning: (warning: Error) => void;
  #last: Promise<void> = Promise.resolve();
  /** Events since the last write began, which are written together. */
  #pending: JournalEvent[] = [];
  #isBroken = false;

  constructor(journal: UploadJournal | undefined, onWarning: (warning: Error) => void) {
    this.#journal = journal;
    this.#onWarning = onWarning;
  }

  async load(): Promise<JournalState | null> {
    try {
      return (await this.#journal?.load()) ?? null;
    } catch (error) {
      this.#warn(error);
      return null;
    }
  }

  /**
   * Creates a share with a key that is noted before: a run that follows a kill finds the share that was created. What the
   * server refuses leaves no key.
   */
  async create(open: (prepare: (key: string) => Promise<string>) => Promise<Draft>): Promise<Draft> {
    let isPrepared = false;
    const prepare = (key: string) => {
      isPrepared = true;
      return this.#prepare(key);
    };
    try {
      return await open(prepare);
    } catch (error) {
      if (isPrepared && error instanceof AppError && error.status < 500) await this.clear();
      throw error;
    }
  }

  begin(draft: Draft): Promise<void> {
    const { share, uploadToken, isAppended } = draft;
    return this.#write((journal) => journal.begin({ share, uploadToken, ...(isAppended && { isAppended }) }));
  }

  recordUpload({ source: { path, fingerprint } }: UploadEntry, url: string): void {
    this.#record({ type: 'upload', path, fingerprint, url });
  }

  recordParts({ source: { path, fingerprint }, parts }: UploadEntry): void {
    const noted = (parts ?? []).map(({ start, end, url }) => ({ start, end, url }));
    this.#record({ type: 'parts', path, fingerprint, parts: noted });
  }

  recordFinished({ source: { path, fingerprint } }: UploadEntry): void {
    this.#record({ type: 'finished', path, fingerprint });
  }

  clear(): Promise<void> {
    return this.#write((journal) => journal.clear());
  }

  /** Resolves when everything so far is written. */
  flushed(): Promise<void> {
    return this.#last;
  }

  async #prepare(key: string): Promise<string> {
    try {
      await this.#last;
      return (await this.#journal?.prepare?.(key)) ?? key;
    } catch (error) {
      this.#warn(error);
      return key;
    }
  }

  #record(event: JournalEvent): void {
    this.#pending.push(event);
    if (this.#pending.length > 1) return;
    void this.#write((journal) => {
      const events = this.#pending;
      this.#pending = [];
      return journal.record(events);
    });
  }

  #write(write: (journal: UploadJournal) => Promise<void>): Promise<void> {
    const journal = this.#journal;
    if (!journal) return this.#last;
    this.#last = this.#last.then(() => write(journal)).catch((error: unknown) => this.#warn(error));
    return this.#last;
  }

  #warn(error: unknown): void {
    if (!this.#isBroken) this.#onWarning(error instanceof Error ? error : new Error(String(error)));
    this.#isBroken = true;
  }
}
