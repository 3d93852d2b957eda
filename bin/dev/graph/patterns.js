/** Tests and what only they use. */
export const tests = '\\.(test|suite)\\.tsx?$|(^|/)(e2e|testing)/';
/** Packages, installed or not. */
export const npm = (...names) => `(^|/)(node_modules/)?(${names.join('|')})(/|$)`;
