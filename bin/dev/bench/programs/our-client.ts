import { createClient, filesFromPaths } from '#sdk/index.js';

/** Uploads a folder with our SDK, using settings that the command line has no option for. Argument: JSON. */
export interface OurClientOrder {
  baseUrl: string;
  token: string;
  folder: string;
  bundles: boolean;
  parallel: number;
}

const { baseUrl, token, folder, bundles, parallel } = JSON.parse(process.argv[2] ?? '') as OurClientOrder;
const client = createClient({ baseUrl, token });
const { share } = await client.uploadFiles(await filesFromPaths([folder]), { bundles, parallel });
process.stdout.write(share.id);
await client.close();
