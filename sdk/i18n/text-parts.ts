/**
 * Texts that only some pages show: groups of the catalogues that are loaded with the code of these pages. Everything
 * else is loaded at once, for everybody.
 */
const textParts = [
  {
    name: 'signIn',
    groups: ['oauth.errors', 'web.program', 'web.socialError'],
  },
  {
    name: 'account',
    groups: [
      'web.account',
      'web.shares',
      'web.reverseShares',
      'web.signUp',
      'web.forgotPassword',
      'web.resetPassword',
    ],
  },
  { name: 'sending', groups: ['web.upload', 'web.reverseUpload'] },
  { name: 'administration', groups: ['config', 'web.admin', 'web.setup'] },
] as const;

export type TextPart = (typeof textParts)[number]['name'];

/** The part that a text, or a group of texts, belongs to; without one it is there for everybody. */
export function textPartOf(key: string): TextPart | undefined {
  const isIn = (group: string) => `${key}.`.startsWith(`${group}.`);
  return textParts.find(({ groups }) => groups.some(isIn))?.name;
}
