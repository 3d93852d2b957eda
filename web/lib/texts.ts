import { fallbackLocale, type LocaleCode, localeOf } from '#sdk/i18n/locales.js';
import { matchFormatLocale } from '#sdk/i18n/match.js';
import type { TextPart } from '#sdk/i18n/text-parts.js';
import {
  type Catalogue,
  type Catalogues,
  createTranslator,
  type GrowingTranslator,
  type Translator,
} from '#sdk/i18n/translate.js';

interface Texts {
  default: Catalogue;
}

/** The texts for everybody in a language, and how those of its other parts are loaded. The build cuts the catalogues. */
interface Language extends Texts {
  parts: Readonly<Record<TextPart, () => Promise<Texts>>>;
}

const languages = import.meta.glob<Language>('../../sdk/i18n/locales/*.json', { query: '?part=everybody' });

interface Speech {
  locale: LocaleCode;
  translator: Promise<GrowingTranslator>;
}

/** The language of the page, or the one that is being loaded. */
let current: Speech | undefined;

/** The parts that the code of the loaded pages needs. */
const loaded = new Set<TextPart>();

/** Switches to a language, and loads all parts of its texts that are in use. */
export async function loadTranslator(locale: LocaleCode): Promise<Translator> {
  const before = current;
  const speech = { locale, translator: createFrom(locale) };
  current = speech;
  try {
    return await speech.translator;
  } catch (error) {
    if (current === speech) current = before;
    throw error;
  }
}

/** Resolves when the texts of a part are loaded, in the language that is current by then. */
export async function loadTexts(part: TextPart): Promise<void> {
  const speech = current;
  if (!speech) throw new Error('No language is chosen yet.');
  const [texts, translator] = await Promise.all([readPart(speech.locale, part), speech.translator]);
  translator.add(texts);
  loaded.add(part);
  // The language may have been changed while this part was loading.
  if (speech !== current) await loadTexts(part);
}

/** Loads code together with the texts that it shows: `npm run check i18n` knows which. */
export async function withTexts<T>(parts: readonly TextPart[], load: () => Promise<T>): Promise<T> {
  const [code] = await Promise.all([load(), ...parts.map(loadTexts)]);
  return code;
}

async function createFrom(locale: LocaleCode): Promise<GrowingTranslator> {
  const parts = [...loaded].map((part) => readPart(locale, part));
  const texts = await readPart(locale, 'everybody');
  const formatLocale = matchFormatLocale(locale, navigator.languages);
  const translator = createTranslator(locale, texts, formatLocale);
  for (const more of await Promise.all(parts)) translator.add(more);
  return translator;
}

/** A language that can be chosen has all texts: `npm run check i18n` sees to it. */
async function readPart(locale: LocaleCode, part: TextPart | 'everybody'): Promise<Catalogues> {
  const code = localeOf(locale).messages ? locale : fallbackLocale;
  const language = await languages[`../../sdk/i18n/locales/${code}.json`]?.();
  const texts = part === 'everybody' ? language : await language?.parts[part]();
  if (!texts?.default) throw new Error(`There are no texts in ${code}.`);
  return { [code]: texts.default };
}
