import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Answers with the content of a form, byte by byte. */
export async function answerForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-type': type = '', 'x-requested-with': by } = request.headers;
  const body = new Response(await buffer(request), { headers: { 'content-type': type } });
  const [[name, file] = []] = [...(await body.formData())];
  const content = file instanceof File ? Buffer.from(await file.arrayBuffer()).toString('latin1') : null;
  response.end(JSON.stringify({ by, name, content }));
}
