import sharp from 'sharp';

/** Photographs for the screens, drawn: the same ones each time, and nobody's. */

interface Size {
  width: number;
  height: number;
}

type Random = () => number;
type Draw = (size: Size, random: Random) => string;

const wide = { width: 1200, height: 900 };
const tall = { width: 900, height: 1200 };

/** What it shows, its size and the sky from top to horizon. */
const scenes: readonly [Draw, Size, readonly [string, string, string]][] = [
  [bridge, wide, ['#233a73', '#d9788a', '#ffd9a0']],
  [hills(['#9db7c9', '#6f97a8', '#46707d', '#24464f']), tall, ['#7fb2dd', '#cfe3ee', '#fbe9d2']],
  [boat, wide, ['#2f9ad0', '#a5dcec', '#f3fbf7']],
  [tiles, wide, ['#f5f0e3', '#f5f0e3', '#f5f0e3']],
  [houses, tall, ['#5d9fd8', '#b5d6ee', '#eef5f6']],
  [hills(['#e9a583', '#c46a63', '#863f59', '#3b2145']), wide, ['#4b3a78', '#e07a6e', '#ffc98a']],
  [night, tall, ['#0b1230', '#1d2c5e', '#46538a']],
  [boat, tall, ['#f08a5b', '#f9c17e', '#fdebb9']],
  [hills(['#bcd19a', '#8fb469', '#5f8d47', '#37602f']), wide, ['#76b9e8', '#c4e2f4', '#f4f8ec']],
  [houses, wide, ['#e8a0a0', '#f5c9ae', '#fdebd2']],
  [bridge, tall, ['#4d8fc4', '#acd3e8', '#f5f3e4']],
  [night, wide, ['#10182f', '#31416f', '#7b6a93']],
];

/** Draws a scene as a JPEG image: `number` counts from 0, and begins again after the last. */
export function drawScene(number: number): Promise<Buffer> {
  const scene = scenes[number % scenes.length];
  if (!scene) throw new Error('there is no scene');
  const [draw, size, [top, middle, low]] = scene;
  const { width, height } = size;
  const stops = [top, middle, low].map((color, i) => `<stop offset="${i / 2}" stop-color="${color}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="0.72">${stops.join('')}</linearGradient>
    <linearGradient id="glow" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>${draw(size, randomFrom(number + 1))}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
}

/** Numbers from 0 to 1 which are the same each time (Park and Miller's generator). */
function randomFrom(seed: number): Random {
  let state = seed * 48_271;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function hills(colors: readonly string[]): Draw {
  return ({ width, height }, random) => {
    const sun = circle([width * (0.25 + random() / 2), height * 0.34, height * 0.06], '#fff6df');
    const ridges = colors.map((color, i) => ridge({ width, height }, random, { color, at: 0.42 + i * 0.14 }));
    return sun + ridges.join('');
  };
}

function ridge(
  { width, height }: Size,
  random: Random,
  { color, at }: { color: string; at: number },
): string {
  const waves = Array.from({ length: 3 }, (_, i) => ({
    high: 0.07 / (i + 1),
    long: 1.3 * (i + 1),
    from: random() * 6,
  }));
  const points = Array.from({ length: 61 }, (_, i) => {
    const bend = waves.reduce(
      (sum, { high, long, from }) => sum + high * Math.sin((i / 60) * long * 4 + from),
      0,
    );
    return `${((i / 60) * width).toFixed(1)},${((at + bend) * height).toFixed(1)}`;
  });
  return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${color}"/>`;
}

function water(
  { width, height }: Size,
  random: Random,
  { color, at }: { color: string; at: number },
): string {
  const glints = Array.from({ length: 70 }, () => {
    const depth = random();
    return rect(
      {
        x: random() * width,
        y: (at + depth * (1 - at)) * height,
        width: 20 + depth * 110,
        height: 2 + depth * 5,
      },
      '#ffffff',
      0.1 + random() * 0.2,
    );
  });
  const top = at * height;
  return rect({ x: 0, y: top, width, height: height - top }, color) + glints.join('');
}

function bridge(size: Size, random: Random): string {
  const { width, height } = size;
  const deck = height * 0.44;
  const foot = height * 0.66;
  const arch = (lift: number) =>
    `<path d="M${width * 0.1},${foot} Q${width / 2},${deck - lift} ${width * 0.9},${foot}" fill="none" stroke="#2b2a3a" stroke-width="${height * 0.014}"/>`;
  const posts = Array.from({ length: 27 }, (_, i) => {
    const x = width * (0.1 + (i / 26) * 0.8);
    const t = i / 26;
    const low = (1 - t) ** 2 * foot + 2 * t * (1 - t) * (deck - height * 0.2) + t ** 2 * foot;
    return `<line x1="${x}" y1="${deck}" x2="${x}" y2="${low}" stroke="#2b2a3a" stroke-width="3"/>`;
  });
  return [
    circle([width * 0.7, height * 0.3, height * 0.05], '#fff1d6'),
    ridge(size, random, { color: '#6b5a78', at: 0.56 }),
    water(size, random, { color: '#3b4f7a', at: 0.66 }),
    arch(height * 0.2),
    arch(height * 0.14),
    ...posts,
    rect({ x: 0, y: deck - height * 0.012, width, height: height * 0.024 }, '#2b2a3a'),
  ].join('');
}

function boat(size: Size, random: Random): string {
  const { width, height } = size;
  const [x, y, unit] = [width * (0.35 + random() * 0.3), height * 0.66, Math.min(width, height) * 0.2];
  const sail = (side: number, color: string) =>
    `<path d="M${x + side * 6},${y - unit * 1.9} Q${x + side * unit * 0.9},${y - unit * 0.9} ${x + side * unit * 0.85},${y - unit * 0.15} L${x + side * 6},${y - unit * 0.15} Z" fill="${color}"/>`;
  return [
    circle([width * 0.78, height * 0.2, height * 0.055], '#fffbe6'),
    ridge(size, random, { color: '#7aa7a5', at: 0.52 }),
    water(size, random, { color: '#2c7f9c', at: 0.58 }),
    sail(1, '#fdfaf0'),
    sail(-1, '#f0e2c4'),
    `<path d="M${x - unit},${y} L${x + unit},${y} L${x + unit * 0.7},${y + unit * 0.3} L${x - unit * 0.75},${y + unit * 0.3} Z" fill="#8c2f2b"/>`,
  ].join('');
}

/** Blue on white, as on the walls of Porto. */
function tiles({ width, height }: Size): string {
  const side = 150;
  const tile = `<g fill="none" stroke="#1f4e9c" stroke-width="5"><rect width="${side}" height="${side}" stroke="#c9c2ae" stroke-width="3"/>
    <path d="M75,8 L142,75 L75,142 L8,75 Z"/><circle cx="75" cy="75" r="24" fill="#2f6cc4"/>
    <path d="M75,51 Q110,40 99,75 Q110,110 75,99 Q40,110 51,75 Q40,40 75,51 Z" stroke="#123a7a"/></g>
    <g fill="#e2b13c">${[0, side].flatMap((x) => [0, side].map((y) => circle([x, y, 22], '#e2b13c'))).join('')}</g>`;
  return `<pattern id="tile" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${tile}</pattern>
    ${rect({ x: 0, y: 0, width, height }, 'url(#tile)')}${rect({ x: 0, y: 0, width, height: height / 2 }, 'url(#glow)', 0.5)}`;
}

function houses(size: Size, random: Random): string {
  const colors = ['#d9683c', '#f0b84b', '#e7ddc6', '#4f8a8b', '#c4483f', '#f3d9a4', '#7d9fc1'];
  const { width, height } = size;
  const across = width / 7;
  const rows = [0.34, 0.46].map((top) =>
    colors.map((_, i) => {
      const color = colors[Math.floor(random() * colors.length)] ?? '#d9683c';
      const [x, y] = [i * across, height * (top + random() * 0.06)];
      const windows = Array.from({ length: 12 }, (_, n) =>
        rect(
          {
            x: x + across * (0.16 + (n % 3) * 0.27),
            y: y + across * (0.25 + Math.floor(n / 3) * 0.4),
            width: across * 0.14,
            height: across * 0.24,
          },
          '#3a3b4a',
          0.75,
        ),
      );
      const roof = `<polygon points="${x - 4},${y} ${x + across / 2},${y - across * 0.28} ${x + across + 4},${y}" fill="#a5482f"/>`;
      return roof + rect({ x, y, width: across - 3, height }, color) + windows.join('');
    }),
  );
  return [...rows.flat(), water(size, random, { color: '#39708d', at: 0.84 })].join('');
}

function night(size: Size, random: Random): string {
  const { width, height } = size;
  const stars = Array.from({ length: 140 }, () =>
    circle([random() * width, random() * height * 0.55, 1 + random() * 2.4], '#ffffff'),
  );
  const lights = Array.from({ length: 120 }, () => {
    const [x, y] = [random() * width, height * (0.63 + random() * 0.07)];
    const color = random() > 0.4 ? '#ffd27a' : '#ff9e6b';
    return (
      circle([x, y, 2 + random() * 4], color) +
      rect({ x: x - 2, y: height * 0.72, width: 4, height: random() * height * 0.2 }, color, 0.25)
    );
  });
  return [
    ...stars,
    circle([width * 0.22, height * 0.2, height * 0.05], '#f7f1dc'),
    ridge(size, random, { color: '#141b38', at: 0.6 }),
    rect({ x: 0, y: height * 0.72, width, height }, '#0d1430'),
    ...lights,
  ].join('');
}

function circle([x, y, radius]: [number, number, number], color: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${color}"/>`;
}

function rect({ x, y, width, height }: Size & { x: number; y: number }, color: string, opacity = 1): string {
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${color}" opacity="${opacity.toFixed(2)}"/>`;
}
