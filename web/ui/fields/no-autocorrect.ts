/** For names and addresses, which count letter by letter: keyboards and browsers are to leave them as they are typed. */
export const noAutocorrect = { autoCapitalize: 'none', spellCheck: false } as const;
