import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePng } from '../testing/png.ts';
import { createDrawer, type Drawer, type PictureFormat } from './drawer.ts';

const formats: readonly PictureFormat[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'];

const red = { r: 200, g: 30, b: 30 };
const blue = { r: 20, g: 60, b: 220 };

const plain = (width: number, height: number, background: object = red) =>
  sharp({ create: { width, height, channels: 3, background } });

let folder: string;
let drawer: Drawer;

// Its process starts again when a test has ended it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  drawer = createDrawer();
});
afterAll(async () => {
  await drawer.stop();
  await rm(folder, { recursive: true, force: true });
});

const failureOf = (drawing: Promise<unknown>) =>
  drawing.then(
    () => 'drawn',
    (error: { failure?: string }) => error.failure,
  );

describe('a drawn picture', () => {
  it('fits into both boxes and is WebP without anything but pixels', async () => {
    const photo = await plain(3000, 1500)
      .withExif({ IFD0: { Copyright: 'Ann', Make: 'Camera' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const { small, large, ...about } = await drawer.draw(photo, formats);
    expect(about).toMatchObject({ width: 3000, height: 1500 });
    for (const [bytes, width, height] of [
      [small, 640, 320],
      [large, 1920, 960],
    ] as const) {
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject({ format: 'webp', width, height });
      expect([found.exif, found.icc, found.xmp, found.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('is turned as its EXIF data say', async () => {
    const sideways = await sharp(
      await plain(400, 200)
        .composite([{ input: await plain(200, 200, blue).png().toBuffer(), left: 0, top: 0 }])
        .png()
        .toBuffer(),
    )
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, large } = await drawer.draw(sideways, formats);
    expect([width, height]).toEqual([200, 400]);
    const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([200, 400]);
    // What was on the left is on top.
    expect(data[2]).toBeGreaterThan(150);
    expect(data[data.length - info.channels]).toBeGreaterThan(150);
  });

  it('keeps its transparency', async () => {
    const logo = writePng({ width: 64, colourType: 6 });
    const { small } = await drawer.draw(logo, formats);
    expect((await sharp(small).stats()).isOpaque).toBe(false);
  });

  it('is the first frame of an animation', async () => {
    const frames = await Promise.all([red, blue].map((colour) => plain(40, 30, colour).raw().toBuffer()));
    const raw = { width: 40, height: 60, channels: 3, pageHeight: 30 } as const;
    const film = await sharp(Buffer.concat(frames), { raw })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(film, { animated: true }).metadata()).pages).toBe(2);
    const { width, height, small, hues } = await drawer.draw(film, formats);
    expect([width, height]).toEqual([40, 30]);
    expect(await sharp(small).metadata()).toMatchObject({ width: 40, height: 30 });
    expect(hues[0]).toBeLessThan(60);
  });

  it.each([
    ['CMYK', () => plain(60, 40).toColourspace('cmyk').jpeg().toBuffer()],
    ['grey', () => plain(60, 40).greyscale().png().toBuffer()],
    ['16 bits', () => plain(60, 40).toColourspace('rgb16').png().toBuffer()],
    ['TIFF', () => plain(60, 40).tiff().toBuffer()],
    ['AVIF', () => plain(60, 40).avif().toBuffer()],
    ['WebP', () => plain(60, 40).webp().toBuffer()],
  ])('may be %s', async (_name, make) => {
    const { width, height, small } = await drawer.draw(await make(), formats);
    expect([width, height]).toEqual([60, 40]);
    expect(await sharp(small).metadata()).toMatchObject({
      format: 'webp',
      space: 'srgb',
      width: 60,
      height: 40,
    });
  });

  it.each([
    [1, 1],
    [20_000, 3],
    [3, 20_000],
  ])('may have %i × %i pixels', async (width, height) => {
    const drawn = await drawer.draw(await plain(width, height).png().toBuffer(), formats);
    expect([drawn.width, drawn.height]).toEqual([width, height]);
    const found = await sharp(drawn.small).metadata();
    expect([found.width <= 640, found.height <= 480]).toEqual([true, true]);
  });

  it('is read from a part of a file', async () => {
    const picture = await plain(30, 20).png().toBuffer();
    const path = join(folder, 'bundle');
    await writeFile(path, Buffer.concat([randomBytes(1000), picture, randomBytes(1000)]));
    const source = { path, offset: 1000, length: picture.length, isWhole: false };
    expect(await drawer.draw(source, formats)).toMatchObject({ width: 30, height: 20 });
  });
});

describe('the dominant hues', () => {
  it('are those of its two colours', async () => {
    const both = await plain(100, 100)
      .composite([{ input: await plain(40, 100, blue).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { hues } = await drawer.draw(both, formats);
    expect([...hues].sort((a, b) => a - b)).toEqual([expect.closeTo(27, -1), expect.closeTo(264, -1)]);
  });

  it('are warm for a grey picture', async () => {
    const { hues } = await drawer.draw(await plain(50, 50).greyscale().png().toBuffer(), formats);
    expect(hues).toEqual([75, 75]);
  });
});

describe('what cannot be drawn', () => {
  it.each([
    ['text', async () => Buffer.from('this is no picture')],
    ['nothing', async () => Buffer.alloc(0)],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a format that is not asked for', () => plain(9, 9).tiff().toBuffer(), ['png']],
    ['half of a photo', async () => (await noise(400)).subarray(0, 20_000)],
    [
      'more pixels than anybody needs',
      async () => writePng({ width: 60_000, height: 60_000, content: Buffer.alloc(9) }),
    ],
  ] as const)('is refused: %s', async (_name, make, only?: readonly PictureFormat[]) => {
    expect(await failureOf(drawer.draw(await make(), only ?? formats))).toBe('refused');
    // The same process draws the next one.
    expect(await drawer.draw(await plain(3, 3).png().toBuffer(), formats)).toMatchObject({ width: 3 });
  });

  it('is tried again if its bytes could not be read', async () => {
    const missing = { path: join(folder, 'missing'), offset: 0, length: 10, isWhole: true };
    expect(await failureOf(drawer.draw(missing, formats))).toBe('unreadable');
  });
});

describe('the process', () => {
  it('ends when a picture needs too much memory, and the next one gets another', async () => {
    // Interlaced, so that all of it has to be in memory.
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 4, background: { ...red, alpha: 0.5 } },
    })
      .png({ progressive: true })
      .toBuffer();
    const small = createDrawer({ maxMemory: 250 * 1024 * 1024 });
    try {
      expect(await failureOf(small.draw(bomb, formats))).toBe('ended');
      expect(await small.draw(await plain(3, 3).png().toBuffer(), formats)).toMatchObject({ width: 3 });
    } finally {
      await small.stop();
    }
  });

  it('ends when a picture takes too long', async () => {
    const hasty = createDrawer({ timeout: 1 });
    expect(await failureOf(hasty.draw(await noise(400), formats))).toBe('ended');
    await hasty.stop();
  });

  it('ends when nobody waits for its picture any longer', async () => {
    const abort = new AbortController();
    const drawing = drawer.draw(await noise(400), formats, abort.signal);
    abort.abort(new Error('enough'));
    await expect(drawing).rejects.toThrow('enough');
  });

  it('ends after it was idle, and starts again', async () => {
    const brief = createDrawer({ idleTime: 1 });
    for (const side of [3, 4]) {
      const picture = await plain(side, side).png().toBuffer();
      expect(await brief.draw(picture, formats)).toMatchObject({ width: side });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await brief.stop();
  });

  it('draws several pictures in turn', async () => {
    const pictures = await Promise.all([5, 6, 7, 8].map((side) => plain(side, side).png().toBuffer()));
    const drawn = await Promise.all(pictures.map((picture) => drawer.draw(picture, formats)));
    expect(drawn.map(({ width }) => width)).toEqual([5, 6, 7, 8]);
  });
});

/** A photo without any regularity. */
function noise(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
}
