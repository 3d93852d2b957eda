/**
 * 1 where text runs from left to right, -1 where it runs from right to left: a factor for what is placed or moved with
 * inline styles, which are not mirrored.
 */
export function forward(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}
