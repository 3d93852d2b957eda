/** The colours of one scheme that follow from the accent colour of the instance. */
export interface Accent {
  /** Buttons, links, progress */
  main: string;
  hover: string;
  /** Text on `main` and `hover` */
  on: string;
  /** Quiet areas */
  soft: string;
  /** Lines of quiet areas */
  line: string;
}

/**
 * Derives the accent of both schemes from one colour. Its hue stays. Lightness and chroma are limited so that text on
 * it and it as text reach the contrast of WCAG AA, whatever the colour is: yellow becomes ochre, white becomes grey.
 */
export function deriveAccent(color: string): { light: Accent; dark: Accent } {
  const { l, c, h } = toOklch(color);
  const tone = (lightness: number, chroma: number) => toHex({ l: lightness, c: Math.min(c, chroma), h });
  const light = Math.min(l, 0.47);
  return {
    light: {
      main: tone(light, 0.25),
      // Near black there is nothing darker to change to.
      hover: tone(light < 0.14 ? light + 0.14 : light - 0.07, 0.25),
      on: '#ffffff',
      soft: tone(0.945, 0.025),
      line: tone(0.82, 0.08),
    },
    dark: {
      main: tone(0.8, 0.105),
      hover: tone(0.86, 0.105),
      on: tone(0.2, 0.07),
      soft: tone(0.285, 0.07),
      line: tone(0.45, 0.1),
    },
  };
}

/** Lightness from 0 to 1, chroma, and hue in radians. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = readonly [number, number, number];

/** Linear sRGB → cone responses → OKLab, and back: https://bottosson.github.io/posts/oklab/ */
const rgbToCones = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
] as const;
const conesToLab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const;
const labToCones = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
] as const;
const conesToRgb = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
] as const;

function toOklch(color: string): Oklch {
  const [l, a, b] = multiply(conesToLab, map(multiply(rgbToCones, toLinear(color)), Math.cbrt));
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** What a screen cannot show is cut off, as browsers do it: the contrast of the result is what matters, and is tested. */
function toHex({ l, c, h }: Oklch): string {
  const cones = map(multiply(labToCones, [l, c * Math.cos(h), c * Math.sin(h)]), (value) => value ** 3);
  return `#${map(multiply(conesToRgb, cones), encode).join('')}`;
}

/** Transfer function of sRGB: IEC 61966-2-1, also in WCAG's definition of relative luminance. */
function toLinear(color: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function encode(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

function multiply(matrix: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple {
  return map(matrix, ([a, b, c]) => a * x + b * y + c * z);
}

function map<T, U>([a, b, c]: readonly [T, T, T], change: (value: T) => U): readonly [U, U, U] {
  return [change(a), change(b), change(c)];
}
