export interface ShellCall {
  /** The words after `fileshare`. */
  words: string[];
  /** File whose content is its stdin. */
  input: string | null;
  /** A pipe leads to it. */
  isPiped: boolean;
}

/** Each call of `fileshare` in a line for a shell, as far as our examples use its language. */
export function readCalls(line: string): ShellCall[] {
  // Outside quotes, a call ends where another command, a redirection or `)` follows.
  const calls = line.matchAll(/(\|\s*)?\bfileshare ((?:'[^']*'|[^'|<>)])+)(?:<\s*(\S+))?/g);
  return [...calls].map(([, pipe, words = '', input = null]) => ({
    words: [...words.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')),
    input,
    isPiped: pipe !== undefined,
  }));
}
