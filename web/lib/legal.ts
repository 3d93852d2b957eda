import { useConfig } from './config.tsx';

const keys = {
  imprint: { text: 'legal.imprintText', url: 'legal.imprintUrl' },
  privacy: { text: 'legal.privacyPolicyText', url: 'legal.privacyPolicyUrl' },
} as const;

export type LegalSubject = keyof typeof keys;

/** The instance's content for a subject. An external address takes precedence over its own text. */
export type LegalContent = { kind: 'address'; url: string } | { kind: 'text'; text: string };

/** The content for a subject, or null if there is none. */
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
