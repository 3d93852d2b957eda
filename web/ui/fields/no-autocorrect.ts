/** For names and addresses: keyboards and browsers must not change what is typed. */
export const noAutocorrect = { autoCapitalize: 'none', spellCheck: false } as const;
