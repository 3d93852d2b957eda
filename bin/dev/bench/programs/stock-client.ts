import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { Upload } from 'tus-js-client';

/** Uploads files with unmodified tus-js-client, each in one request. Reads its order from stdin, as JSON. */
export interface StockClientOrder {
  endpoint: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  files: readonly string[];
  parallel: number;
}

const order = JSON.parse(await text(process.stdin)) as StockClientOrder;
const queue = order.files.values();
await Promise.all(Array.from({ length: order.parallel }, () => work()));

async function work(): Promise<void> {
  for (const file of queue) await upload(file);
}

function upload(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(createReadStream(file), {
      endpoint: order.endpoint,
      headers: order.headers,
      metadata: { filename: basename(file), ...order.metadata },
      uploadDataDuringCreation: true,
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}
