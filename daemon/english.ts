import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { createTranslator } from '#sdk/i18n/translate.js';

/** Answers are for programs, and their texts are English; page and command line show the reader's language. */
export const english = createTranslator('en', readCatalogues('en'));
