/** The style of monospaced text. */
export const monospace = {
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace",
  fontSize: '0.8125rem',
  lineHeight: 1.65,
  tabSize: 4,
  letterSpacing: 0,
} as const;
