/** What sealed texts are and whose: one that is copied to another place does not open there. */
export const sealPurposes = {
  config: (key: string) => `config ${key}`,
  totp: (userId: string) => `totp ${userId}`,
  reverseShare: (id: string) => `reverse share ${id}`,
  mail: (id: string) => `mail ${id}`,
} as const;
