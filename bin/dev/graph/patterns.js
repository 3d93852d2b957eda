/** Tests and files that only tests use. */
export const tests = '\\.(test|suite)\\.tsx?$|(^|/)(e2e|testing)/';
/** Matches packages, installed or not. */
export const npm = (...names) => `(^|/)(node_modules/)?(${names.join('|')})(/|$)`;
