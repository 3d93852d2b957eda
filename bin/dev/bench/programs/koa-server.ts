import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import Koa from 'koa';

/** Serves downloads the usual way: `ctx.body` is a stream of the file. Arguments: port, folder. */
const [port, directory = ''] = process.argv.slice(2);
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/') {
    ctx.body = 'ready';
    return;
  }
  const file = join(directory, ctx.path);
  ctx.length = (await stat(file)).size;
  ctx.type = 'application/octet-stream';
  ctx.body = createReadStream(file);
});
app.listen(Number(port), '127.0.0.1');
