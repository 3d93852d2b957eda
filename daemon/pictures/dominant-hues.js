/**
 * Finds the two dominant colours of a picture. Plain JavaScript, like `draw-process.js`, which is its only user besides
 * the tests.
 */

/** The hue of a picture without colours: a warm one. */
const greyHue = 75;

/** Degrees per class of similar hues. */
const step = 5;
const classes = 360 / step;
/** Hues closer than this are one colour. */
const distance = 30;
/** Pixels of less chroma look grey. */
const minChroma = 0.03;
/** Below this mean chroma, the few colours of a picture are noise. */
const minMean = 0.002;
/** A second colour with a smaller share of the first one's weight is not seen. */
const minShare = 0.05;

/**
 * Returns two hues in OKLCH, in whole degrees; twice the same where there is only one.
 *
 * @param {Uint8Array} pixels sRGB, with or without transparency
 * @param {number} channels 3 or 4
 * @returns {[number, number]}
 */
export function dominantHues(pixels, channels) {
  const weights = new Float64Array(classes);
  let total = 0;
  for (let at = 0; at + channels <= pixels.length; at += channels) {
    const { chroma, hue } = toHue(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (chroma < minChroma) continue;
    const weight = chroma * (channels === 4 ? (pixels[at + 3] ?? 0) / 255 : 1);
    const index = Math.floor(hue / step) % classes;
    weights[index] = (weights[index] ?? 0) + weight;
    total += weight;
  }
  if (total / (pixels.length / channels) < minMean) return [greyHue, greyHue];
  const first = findPeak(weights);
  const others = weights.map((weight, index) =>
    angleBetween(centreOf(index), first.hue) < distance ? 0 : weight,
  );
  const second = findPeak(others);
  return [first.hue, second.weight < first.weight * minShare ? first.hue : second.hue];
}

/**
 * Returns the hue around which most of the weight is.
 *
 * @param {Float64Array} weights
 */
function findPeak(weights) {
  let best = { hue: greyHue, weight: 0 };
  for (let index = 0; index < classes; index += 1) {
    let [weight, offset] = [0, 0];
    for (let around = -2; around <= 2; around += 1) {
      const found = weights[(index + around + classes) % classes] ?? 0;
      weight += found;
      offset += found * around * step;
    }
    if (weight <= best.weight) continue;
    best = { hue: Math.round(centreOf(index) + offset / weight + 360) % 360, weight };
  }
  return best;
}

/** @param {number} index */
function centreOf(index) {
  return index * step + step / 2;
}

/**
 * @param {number} one
 * @param {number} other
 */
function angleBetween(one, other) {
  const difference = Math.abs(one - other) % 360;
  return Math.min(difference, 360 - difference);
}

/**
 * Converts sRGB to chroma and hue of OKLCH: https://bottosson.github.io/posts/oklab/
 *
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function toHue(red, green, blue) {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const degrees = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI;
  return { chroma: Math.hypot(greenRed, blueYellow), hue: (degrees + 360) % 360 };
}

/** @param {number} value */
function toLinear(value) {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
