import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { readReverseShareLink } from '../find/reverse-share.ts';
import { describeInfo } from '../info/describe.ts';
import { type ReverseShareInfo, readReverseShareInfo, readShareInfo, type ShareInfo } from '../info/link.ts';
import { readServerInfo, type ServerInfo } from '../info/server.ts';

/** What its owner still sees, and nobody else can open. A draft is to be opened later. */
const closedStates: ReadonlySet<ShareInfo['state']> = new Set(['expired', 'removed', 'quarantined']);

export const info = defineCommand({
  args: [{ name: 'link', text: 'info_link' }],
  options: z.strictObject({}),
  async run(context, { args: [link] }): Promise<ShareInfo | ReverseShareInfo | ServerInfo> {
    if (link === undefined) return readServerInfo(context);
    return readReverseShareLink(link) ? readReverseShareInfo(context, link) : readShareInfo(context, link);
  },
  view: (result, context) => describeInfo(result, context),
  exit: (result) => (result.kind === 'share' && closedStates.has(result.state) ? 'notFound' : 'ok'),
});
