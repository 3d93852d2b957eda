import { open } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dominantHues } from './dominant-hues.js';

/**
 * The process of `drawer.ts`. It decodes pictures of strangers, so a fault in it, or a picture that needs too much
 * memory, ends this process and nothing else. Plain JavaScript, because a process loads its file without transpiling it.
 *
 * @typedef {{ path: string, offset: number, length: number, isWhole: boolean } | { base64: string }} Source
 * @typedef {{ call: number, source: Source, formats: string[], boxes: { small: Box, large: Box } }} Task
 * @typedef {[width: number, height: number]} Box
 */

const [, , memoryLimit = '0'] = process.argv;

/** As many as libvips decodes by default, about 16,000 by 16,000. */
const limitInputPixels = 268_402_689;

const qualities = { small: 74, large: 80 };

/** Milliseconds between two looks at the memory: libvips runs in other threads, so that this one is never busy. */
const watchInterval = 25;

/** The format is taken from the bytes. Loaders of documents are never asked, whatever a file claims to be. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/** A picture that cannot be drawn, however often it is tried. */
class Refusal extends Error {}

const loading = loadSharp();
loading.catch(() => undefined);

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryLimit)) process.kill(process.pid, 'SIGKILL');
}, watchInterval).unref();
lowerPriority();

// It ends with its server, even if that was killed.
process.on('disconnect', () => process.exit());
process.on('message', (/** @type {Task} */ task) => void answer(task));

async function answer(/** @type {Task} */ task) {
  process.send?.({ call: task.call, ...(await attempt(task)) });
}

async function attempt(/** @type {Task} */ task) {
  const sharp = await loading.catch((error) => ({ error }));
  if ('error' in sharp) return { failure: 'unavailable', reason: String(sharp.error) };
  try {
    return { drawn: await draw(sharp, task) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { failure: error instanceof Refusal ? 'refused' : 'unreadable', reason };
  }
}

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return sharp;
}

async function draw(
  /** @type {Awaited<typeof loading>} */ sharp,
  /** @type {Task} */ { source, formats, boxes },
) {
  const input = await readSource(source);
  try {
    const options = { limitInputPixels, failOn: /** @type {const} */ ('error'), sequentialRead: true };
    const { format, autoOrient } = await sharp(input, options).metadata();
    if (!formats.includes(format)) throw new Refusal(`the format ${format} is not expected`);
    // Decoded once. Only pixels are taken over: no EXIF data, no profile, no text.
    const { data, info } = await sharp(input, options)
      .autoOrient()
      .resize(fit(boxes.large))
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels = () => sharp(data, { raw: info });
    const large = await pixels().webp({ quality: qualities.large, effort: 3 }).toBuffer();
    const small = await pixels().resize(fit(boxes.small)).webp({ quality: qualities.small }).toBuffer();
    const sample = await pixels().resize(48, 48, { fit: 'fill' }).raw().toBuffer();
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      hues: dominantHues(sample, info.channels),
      small: small.toString('base64'),
      large: large.toString('base64'),
    };
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** @returns {import('sharp').ResizeOptions} */
function fit(/** @type {Box} */ [width, height]) {
  return { width, height, fit: 'inside', withoutEnlargement: true };
}

/** A file with its own blob is read piece by piece, one in a bundle at once: only small ones are in bundles. */
async function readSource(/** @type {Source} */ source) {
  if ('base64' in source) return Buffer.from(source.base64, 'base64');
  const file = await open(source.path);
  try {
    if (source.isWhole) return source.path;
    const bytes = Buffer.alloc(source.length);
    const { bytesRead } = await file.read(bytes, 0, source.length, source.offset);
    if (bytesRead < source.length) throw new Error('the file is shorter than expected');
    return bytes;
  } finally {
    await file.close();
  }
}

/** Requests come first. A container may not allow it. */
function lowerPriority() {
  try {
    setPriority(10);
  } catch {
    // Then it runs like any other process.
  }
}
