import type { UploadContent } from './content.ts';
import type { UploadDeps } from './deps.ts';

type Deps = Pick<UploadDeps, 'httpStack' | 'rateLimit'>;

/** Bytes of the smallest request. */
const leastChunk = 65_536;

/** At a limited rate, browsers send one second's worth per request: they cannot slow a request down. */
export function chooseChunkSize(
  { httpStack, rateLimit }: Deps,
  { chunkSize }: { chunkSize: number },
): number {
  if (httpStack || !rateLimit) return chunkSize;
  return Math.min(chunkSize, Math.max(leastChunk, rateLimit.bytesPerSecond));
}

/** Reads content for tus-js-client. */
export function toTusSource(
  { content, signal }: { content: UploadContent; signal: AbortSignal },
  { httpStack, rateLimit }: Deps,
  onActivity: () => void,
) {
  async function toBody(part: ReturnType<UploadContent['open']>, size: number) {
    if (!httpStack) await rateLimit?.take(size, signal);
    const value = toTusBody(part, size, httpStack !== undefined);
    if (rateLimit && 'chunks' in value) value.chunks = rateLimit.pace(value.chunks, signal);
    return value;
  }
  return {
    size: content.size,
    async slice(start: number, end: number) {
      const { readStream } = content;
      if (!readStream) {
        const value = await toBody(content.open(start, end), end - start);
        return { value, done: end >= content.size };
      }
      const { bytes, isLast } = await whileWaiting(() => readStream(start), onActivity);
      return { value: await toBody(bytes, bytes.length), done: isLast };
    },
    close: () => {},
  };
}

/** Waiting for the writer of a stream is no stall, however long it takes. */
async function whileWaiting<T>(read: () => Promise<T>, onActivity: () => void): Promise<T> {
  const timer = setInterval(onActivity, activityEvery);
  try {
    return await read();
  } finally {
    clearInterval(timer);
    onActivity();
  }
}

const activityEvery = 1000;

interface ChunkBody {
  size: number;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Converts content to a body: bytes and iterables for our own HTTP stack, Blobs in browsers. */
function toTusBody(
  part: ReturnType<UploadContent['open']>,
  size: number,
  isOwnStack: boolean,
): Blob | ChunkBody {
  if (part instanceof Blob) return part;
  if (!(part instanceof Uint8Array)) return { size, chunks: part };
  return isOwnStack ? { size, chunks: [part] } : new Blob([part]);
}
