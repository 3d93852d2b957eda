import type { Translator } from '#sdk/i18n/translate.js';

/** What a job does, in words; jobs that the texts do not know yet go by their name. */
export function jobText({ t, has }: Translator, name: string): string {
  const key = `web.admin.jobs.names.${name.replace('.', '_')}`;
  return has(key) ? t(key) : name;
}
