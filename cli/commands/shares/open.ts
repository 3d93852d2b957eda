import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { locateLink } from '../../find/share.ts';
import { openBrowser } from '../../io/open-browser.ts';

export const open = defineCommand({
  args: [{ name: 'share', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [reference = ''] }) {
    const url = await locateLink(context, reference);
    return { url, opened: await openBrowser(context, url) };
  },
  view: ({ url, opened }) => (opened ? [] : [url]),
});
