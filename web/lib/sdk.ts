import { createClient } from '#sdk/browser.js';

/** The one client of this page: same origin, session in cookies. */
export const client = createClient();
