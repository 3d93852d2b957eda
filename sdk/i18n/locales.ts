export interface Locale {
  /** BCP 47 tag: also the name of the catalogue file and the value of the cookie `language`. */
  code: string;
  /** The language's name in itself. */
  label: string;
  /** Written from right to left. Applies to a page only when `messages` holds, else its texts are English. */
  rtl: boolean;
  /** Can be chosen on the page: its catalogue has the texts of the page. Others may have those of mails already. */
  messages: boolean;
}

/** Every language a person can choose. The first is the fallback for missing texts. */
export const locales = [
  { code: 'en', label: 'English', rtl: false, messages: true },
  { code: 'de', label: 'Deutsch', rtl: false, messages: true },
  { code: 'fr', label: 'Français', rtl: false, messages: true },
  { code: 'pt-BR', label: 'Português (Brasil)', rtl: false, messages: true },
  { code: 'da', label: 'Dansk', rtl: false, messages: true },
  { code: 'es', label: 'Español', rtl: false, messages: true },
  { code: 'zh-CN', label: '简体中文', rtl: false, messages: true },
  { code: 'zh-TW', label: '繁體中文', rtl: false, messages: true },
  { code: 'fi', label: 'Suomi', rtl: false, messages: true },
  { code: 'ru', label: 'Русский', rtl: false, messages: true },
  { code: 'uk-UA', label: 'Українська', rtl: false, messages: true },
  { code: 'th-TH', label: 'ไทย', rtl: false, messages: true },
  { code: 'sr-SP', label: 'Српски', rtl: false, messages: true },
  { code: 'nl-BE', label: 'Nederlands (België)', rtl: false, messages: true },
  { code: 'ja-JP', label: '日本語', rtl: false, messages: true },
  { code: 'pl-PL', label: 'Polski', rtl: false, messages: true },
  { code: 'sv-SE', label: 'Svenska', rtl: false, messages: true },
  { code: 'it-IT', label: 'Italiano', rtl: false, messages: true },
  { code: 'el-GR', label: 'Ελληνικά', rtl: false, messages: true },
  { code: 'sl-SI', label: 'Slovenščina', rtl: false, messages: true },
  { code: 'ar-EG', label: 'العربية', rtl: true, messages: false },
  { code: 'hu-HU', label: 'Magyar', rtl: false, messages: false },
] as const satisfies readonly Locale[];

export type LocaleCode = (typeof locales)[number]['code'];

export const fallbackLocale: LocaleCode = 'en';

export const localeCodes: readonly LocaleCode[] = locales.map((locale) => locale.code);

export function isLocaleCode(value: unknown): value is LocaleCode {
  return localeCodes.some((code) => code === value);
}

/** The row of a language. */
export function localeOf(code: LocaleCode): Locale {
  return locales.find((locale) => locale.code === code) ?? locales[0];
}
