import { expect, it } from 'vitest';
import { eventsView } from './events.ts';
import { emptyState } from './transfer.ts';

it('writes one document per event, and progress five times a second', () => {
  const lines: string[] = [];
  let time = 0;
  const view = eventsView({ write: (line) => lines.push(line), now: () => time });
  const uploading = {
    ...emptyState,
    phase: 'uploading' as const,
    files: { total: 1, finished: 0, failed: 0 },
  };
  view.update(emptyState);
  view.update(uploading);
  view.update({ ...uploading, link: 'https://x/s/abc' });
  time = 600;
  view.update({ ...uploading, link: 'https://x/s/abc' });
  view.file({ path: 'a', size: 1, done: 1, state: 'finished' }, uploading);
  view.update({
    ...uploading,
    phase: 'publishing',
    link: 'https://x/s/abc',
    retriesAfter: new Error('gone'),
  });
  view.update({ ...uploading, phase: 'done', link: 'https://x/s/abc' });
  const events = lines.map((line) => JSON.parse(line) as { event: string });
  expect(events.map(({ event }) => event)).toEqual([
    'phase',
    'phase',
    'share',
    'progress',
    'file',
    'phase',
    'retry',
    'phase',
    'progress',
  ]);
  expect(events[6]).toEqual({ event: 'retry', phase: 'publishing', error: 'gone' });
  expect(events[2]).toEqual({ event: 'share', url: 'https://x/s/abc' });
});
