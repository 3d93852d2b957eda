import type * as Sdk from '#sdk/index.js';

/** Uploads a folder with our SDK, using settings that the command line has no option for. Argument: JSON. */
export interface OurClientOrder {
  /** URL of the SDK, which may be that of an earlier commit. */
  sdk: string;
  baseUrl: string;
  token: string;
  folder: string;
  bundles: boolean;
  parallel: number;
}

const order = JSON.parse(process.argv[2] ?? '') as OurClientOrder;
const { baseUrl, token, folder, bundles, parallel } = order;
const { createClient, filesFromPaths } = (await import(order.sdk)) as typeof Sdk;
const client = createClient({ baseUrl, token });
const { share } = await client.uploadFiles(await filesFromPaths([folder]), { bundles, parallel });
process.stdout.write(share.id);
await client.close();
