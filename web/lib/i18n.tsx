import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShortDay,
  formatSpeed,
} from '#sdk/i18n/format.js';
import { fallbackLocale, type Locale, type LocaleCode, localeOf, locales } from '#sdk/i18n/locales.js';
import { matchPageLocale } from '#sdk/i18n/match.js';
import {
  type Catalogue,
  createTranslator,
  type EnglishCatalogue,
  type Translator,
} from '#sdk/i18n/translate.js';
import { type LanguageChoice, readLanguage, saveLanguage } from './preferences.ts';

/** One chunk per language, loaded when it is shown. */
const catalogues = import.meta.glob<Catalogue>('../../sdk/i18n/locales/*.json', { import: 'default' });

/** The languages a visitor can choose here: those with texts. */
export const shownLocales: readonly Locale[] = locales.filter((locale: Locale) => locale.messages);

/**
 * Cookie `language`, else the browser's languages, else that of the instance, in which the server wrote the page, else
 * English: also where the page has no texts in what fits best.
 */
export function chooseLocale(): LocaleCode {
  const chosen = readLanguage();
  const wanted = [...navigator.languages, document.documentElement.lang];
  return matchPageLocale(chosen === 'system' ? wanted : [chosen, ...wanted]);
}

export async function loadTranslator(locale: LocaleCode): Promise<Translator> {
  const [en, own] = await Promise.all([loadCatalogue(fallbackLocale), loadCatalogue(locale)]);
  if (!isEnglish(en)) throw new Error('The English catalogue is missing.');
  return createTranslator(locale, { en, ...(own && { [locale]: own }) });
}

async function loadCatalogue(locale: LocaleCode): Promise<Catalogue | undefined> {
  if (!localeOf(locale).messages) return undefined;
  return catalogues[`../../sdk/i18n/locales/${locale}.json`]?.();
}

/** The build holds `en.json`, whose type this is. */
function isEnglish(catalogue: Catalogue | undefined): catalogue is EnglishCatalogue {
  return catalogue !== undefined;
}

interface Language {
  translator: Translator;
  choice: LanguageChoice;
  choose(choice: LanguageChoice): void;
}

const LanguageContext = createContext<Language | null>(null);

export function LanguageProvider(props: { translator: Translator; children: ReactNode }) {
  const [translator, setTranslator] = useState(props.translator);
  useEffect(() => {
    document.documentElement.lang = translator.locale;
  }, [translator]);
  const language = useMemo(
    () => ({
      translator,
      choice: readLanguage(),
      choose: (choice: LanguageChoice) => {
        const before = readLanguage();
        if (choice === before) return;
        saveLanguage(choice);
        // A page in a chosen language is made anew; the first choice changes it in place.
        if (before !== 'system') window.location.reload();
        else void loadTranslator(chooseLocale()).then(setTranslator);
      },
    }),
    [translator],
  );
  return <LanguageContext value={language}>{props.children}</LanguageContext>;
}

function useLanguageContext(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('LanguageProvider is missing');
  return language;
}

export function useLanguage(): Pick<Language, 'choice' | 'choose'> {
  return useLanguageContext();
}

export function useTranslator(): Translator {
  return useLanguageContext().translator;
}

/** Numbers, sizes and times in the visitor's language. */
export function useFormat() {
  const { locale } = useTranslator();
  return useMemo(
    () => ({
      bytes: (value: number) => formatBytes(locale, value),
      speed: (value: number) => formatSpeed(locale, value),
      number: (value: number) => formatNumber(locale, value),
      percent: (ratio: number) => formatPercent(locale, ratio),
      duration: (seconds: number) => formatDuration(locale, seconds),
      date: (moment: Date | string) => formatDate(locale, moment),
      day: (day: string) => formatDay(locale, day),
      shortDay: (day: string) => formatShortDay(locale, day),
      dateTime: (moment: Date | string) => formatDateTime(locale, moment),
      relative: (moment: Date | string) => formatRelative(locale, moment, new Date()),
    }),
    [locale],
  );
}
