import type { ProgressView, TransferState } from './transfer.ts';

interface EventsInit {
  write(line: string): void;
  now?: () => number;
}

const millisecondsBetweenEvents = 200;

/** `--progress=json`: one JSON document per line. */
export function eventsView({ write, now = Date.now }: EventsInit): ProgressView {
  let before: TransferState | null = null;
  let lastEventAt = Number.NEGATIVE_INFINITY;
  const emit = (event: string, fields: object) => write(JSON.stringify({ event, ...fields }));
  return {
    update(state) {
      const { phase, link, files, bytes, bytesPerSecond, secondsLeft, retriesAfter } = state;
      if (phase !== before?.phase) emit('phase', { phase });
      if (retriesAfter && !before?.retriesAfter) emit('retry', { phase, error: retriesAfter.message });
      if (link !== null && link !== before?.link) emit('share', { url: link });
      const isEnd = phase === 'done' && before?.phase !== 'done';
      before = state;
      if (!isEnd && now() - lastEventAt < millisecondsBetweenEvents) return;
      lastEventAt = now();
      if (files.total > 0) emit('progress', { files, bytes, bytesPerSecond, secondsLeft });
    },
    file({ path, size, state, error }) {
      emit('file', { path, size, state, ...(error ? { error: error.message } : {}) });
    },
    async close() {},
  };
}
