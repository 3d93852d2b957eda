import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { thumbnailSizes } from '#sdk/contract/formats/thumbnails.js';
import { DrawError } from './draw-error.ts';

/** The bytes of a picture: a file, a part of one, or bytes in memory. */
export type PictureSource = { path: string; offset: number; length: number; isWhole: boolean } | Uint8Array;

export interface DrawnPicture {
  /** Pixels of the picture itself, as it is shown. */
  width: number;
  height: number;
  hues: [number, number];
  /** WebP. */
  small: Buffer;
  large: Buffer;
}

/** Draws small copies of pictures in a process of its own, one after the other. */
export interface Drawer {
  /**
   * Draws a picture that has one of the formats, which are sharp's names.
   *
   * @throws DrawError
   */
  draw(source: PictureSource, formats: readonly PictureFormat[], signal?: AbortSignal): Promise<DrawnPicture>;
  stop(): Promise<void>;
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif';

interface DrawerOptions {
  /** Milliseconds after the last picture until the process ends. */
  idleTime?: number;
  /** Milliseconds for one picture. */
  timeout?: number;
  /** Bytes of memory. */
  maxMemory?: number;
}

const Answer = z.object({
  call: z.int(),
  failure: z.optional(z.enum(['refused', 'unreadable', 'unavailable'])),
  reason: z.optional(z.string()),
  drawn: z.optional(
    z.strictObject({
      width: z.int().check(z.minimum(1)),
      height: z.int().check(z.minimum(1)),
      hues: z.tuple([z.int(), z.int()]),
      small: z.base64(),
      large: z.base64(),
    }),
  ),
});

const program = fileURLToPath(new URL('./draw-process.js', import.meta.url));

/** The server's own environment has secrets. These few name libraries, and what Windows needs for any process. */
const passedOn = ['LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR'];

/** Starts its process with the first picture, and again after the process has ended. */
export function createDrawer(options: DrawerOptions = {}): Drawer {
  const { idleTime = 30_000, timeout = 60_000, maxMemory = 512 * 1024 * 1024 } = options;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let calls = 0;

  function start(): ChildProcess {
    const started = fork(program, [String(maxMemory)], {
      env: environment(),
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The server does not wait for it.
    started.unref();
    started.channel?.unref();
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    started.on('error', () => started.kill('SIGKILL'));
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  function request(
    source: PictureSource,
    formats: readonly PictureFormat[],
    signal: AbortSignal | undefined,
  ): Promise<DrawnPicture> {
    signal?.throwIfAborted();
    clearTimeout(idle);
    const current = (child ??= start());
    calls += 1;
    const call = calls;
    return new Promise<DrawnPicture>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        current.off('message', onMessage).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        idle = setTimeout(end, idleTime).unref();
        finish();
      };
      const abandon = (error: unknown) => {
        end();
        settle(() => reject(error));
      };
      const onMessage = (message: unknown) => {
        const answer = Answer.safeParse(message);
        if (!answer.success) return abandon(new DrawError('ended', 'the answer makes no sense'));
        if (answer.data.call !== call) return;
        const { drawn, failure = 'refused', reason = '' } = answer.data;
        if (!drawn) return settle(() => reject(new DrawError(failure, reason)));
        settle(() => resolve({ ...drawn, small: fromBase64(drawn.small), large: fromBase64(drawn.large) }));
      };
      const onExit = () => settle(() => reject(new DrawError('ended', 'the process has ended')));
      const onAbort = () => abandon(signal?.reason);
      const timer = setTimeout(() => abandon(new DrawError('ended', 'it took too long')), timeout).unref();
      current.on('message', onMessage).once('exit', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      current.send({ call, source: toMessage(source), formats, boxes: thumbnailSizes }, (error) => {
        if (error) abandon(new DrawError('ended', error.message));
      });
    });
  }

  return {
    draw(source, formats, signal) {
      const drawing = last.then(() => request(source, formats, signal));
      last = drawing.catch(() => undefined);
      return drawing;
    },
    async stop() {
      clearTimeout(idle);
      const current = child;
      if (!current) return;
      const ended = new Promise((resolve) => current.once('exit', resolve));
      end();
      await ended;
    },
  };
}

function environment(): NodeJS.ProcessEnv {
  const known = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Few arenas keep the memory of freed pictures from piling up.
  return { ...Object.fromEntries(known), UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
}

function toMessage(source: PictureSource) {
  return source instanceof Uint8Array ? { base64: Buffer.from(source).toString('base64') } : source;
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
