import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { createTranslator } from '#sdk/i18n/translate.js';

/** API answers are for programs, so their texts are English; the page and the command line show the user's language. */
export const english = createTranslator('en', readCatalogues('en'));
