import { useConfig } from './config.tsx';

const keys = {
  imprint: { text: 'legal.imprintText', url: 'legal.imprintUrl' },
  privacy: { text: 'legal.privacyPolicyText', url: 'legal.privacyPolicyUrl' },
} as const;

export type LegalSubject = keyof typeof keys;

/** What the instance says about a subject: an address elsewhere goes before a text of its own. */
export type LegalContent = { kind: 'address'; url: string } | { kind: 'text'; text: string };

/** What there is to say about a subject, or null. */
export function useLegalContent(): (subject: LegalSubject) => LegalContent | null {
  const config = useConfig();
  return (subject) => {
    if (!config('legal.enabled')) return null;
    const url = config(keys[subject].url);
    if (url !== '') return { kind: 'address', url };
    const text = config(keys[subject].text);
    return text.trim() === '' ? null : { kind: 'text', text };
  };
}
