/** The polynomial of CRC-32 (ISO 3309), with its bits reversed as in ZIP archives. */
const polynomial = 0xedb88320;

/**
 * Returns the CRC-32 of two byte sequences in a row from theirs: that of the first is moved over `length` zero bytes,
 * the size of the second. Multiplies polynomials over GF(2), after `crc32_combine_op` of zlib.
 */
export function combineCrc32(first: number, second: number, length: number): number {
  return (multiply(powerOfX(length), first) ^ second) >>> 0;
}

/** Returns x^(8·bytes) modulo the polynomial. The bit of x^0 is the highest. */
function powerOfX(bytes: number): number {
  let result = 0x80000000;
  let square = 0x00800000;
  // Divided, because lengths go beyond 32 bits.
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(square, result);
    square = multiply(square, square);
  }
  return result;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}
