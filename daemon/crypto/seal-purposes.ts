/** The kind and owner of each sealed text: one that is copied to another place cannot be opened there. */
export const sealPurposes = {
  config: (key: string) => `config ${key}`,
  totp: (userId: string) => `totp ${userId}`,
  reverseShare: (id: string) => `reverse share ${id}`,
  webhook: (id: string) => `webhook ${id}`,
  mail: (id: string) => `mail ${id}`,
  setup: () => 'setup token',
} as const;
