import { beforeEach } from 'vitest';
import { describeUploadJournal } from './journal.suite.ts';
import { memoryUploadJournal } from './journal.ts';
import type { UploadJournal } from './types.ts';

let journals: Map<string, UploadJournal>;
beforeEach(() => {
  journals = new Map();
});

describeUploadJournal('memoryUploadJournal', (key) => {
  const journal = journals.get(key) ?? memoryUploadJournal();
  journals.set(key, journal);
  return journal;
});
