import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { locateLink } from '../../find/share.ts';
import { drawQrCode } from '../../ui/qr-code.ts';

export const qr = defineCommand({
  args: [{ name: 'share', required: true }],
  options: z.strictObject({}),
  run: async (context, { args: [reference = ''] }) => ({ url: await locateLink(context, reference) }),
  view: ({ url }, { streams }) => drawQrCode(url, streams.stdout.hasColors?.() ?? false),
});
