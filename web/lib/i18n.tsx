import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDeadline,
  formatDuration,
  formatNumber,
  formatPastDay,
  formatPercent,
  formatRelative,
  formatShortDay,
  formatSpeed,
} from '#sdk/i18n/format.js';
import { type LocaleCode, localeOf } from '#sdk/i18n/locales.js';
import { matchPageLocale } from '#sdk/i18n/match.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { type LanguageChoice, readLanguage, saveLanguage } from './preferences.ts';
import { loadTranslator } from './texts.ts';

/**
 * The cookie `language`, else the browser's languages, else that of the instance, in which the server wrote the page,
 * else English. English is also used if the page has no texts in the best match.
 */
export function chooseLocale(): LocaleCode {
  const chosen = readLanguage();
  const wanted = [...navigator.languages, document.documentElement.lang];
  return matchPageLocale(chosen === 'system' ? wanted : [chosen, ...wanted]);
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
        // A page in a chosen language is reloaded; the first choice changes it in place, unless it changes the direction:
        // theme and styles are made for one.
        const turns = localeOf(chooseLocale()).rtl !== localeOf(translator.locale).rtl;
        if (before !== 'system' || turns) window.location.reload();
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

/** Numbers, sizes and times as the visitor's region writes them. */
export function useFormat() {
  const { formatLocale: locale } = useTranslator();
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
      /** A day in words, for what ends then; beside `dateTime` in a title */
      deadline: (moment: Date | string) => formatDeadline(locale, moment, new Date()),
      /** A day in the past, the shorter the nearer; beside `dateTime` in a title */
      pastDay: (moment: Date | string) => formatPastDay(locale, moment, new Date()),
      relative: (moment: Date | string) => formatRelative(locale, moment, new Date()),
    }),
    [locale],
  );
}
