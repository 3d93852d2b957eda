import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { readReverseShareLink } from '../find/reverse-share.ts';
import { describeInfo } from '../info/describe.ts';
import { type ReverseShareInfo, readReverseShareInfo, readShareInfo, type ShareInfo } from '../info/link.ts';
import { readServerInfo, type ServerInfo } from '../info/server.ts';

export const info = defineCommand({
  args: [{ name: 'link', text: 'info_link' }],
  options: z.strictObject({}),
  async run(context, { args: [link] }): Promise<ShareInfo | ReverseShareInfo | ServerInfo> {
    if (link === undefined) return readServerInfo(context);
    return readReverseShareLink(link) ? readReverseShareInfo(context, link) : readShareInfo(context, link);
  },
  view: (result, context) => describeInfo(result, context),
});
