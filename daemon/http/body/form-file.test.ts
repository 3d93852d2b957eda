import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../../testing/members.ts';
import { requestHead, sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp({ limits: { bodyTimeout: 300 } });
  ({ accessToken: token } = await signInAs(app, app.admin));
});
afterAll(() => app.stop());

const boundary = 'b'.repeat(30);
const line = 'POST /api/configs/admin/logo';
const part = (name: string, content = 'x', file = '; filename="a"') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;

async function send(body: string, headers: Record<string, string | number> = {}) {
  const all = {
    Authorization: `Bearer ${token}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  };
  return sendRaw(app.url, requestHead(line, all), body);
}

describe('a form', () => {
  it.each([
    ['of another type', part('file'), { 'Content-Type': 'application/json' }, 'unsupported_media_type'],
    ['without a boundary', part('file'), { 'Content-Type': 'multipart/form-data' }, 'validation_failed'],
    ['that is none', 'hello', {}, 'validation_failed'],
    ['without a file', `--${boundary}--\r\n`, {}, 'validation_failed'],
    ['with a text for a file', `${part('file', 'x', '')}--${boundary}--\r\n`, {}, 'validation_failed'],
    ['with two files', `${part('file')}${part('file')}--${boundary}--\r\n`, {}, 'validation_failed'],
    [
      'with more than the file',
      `${part('file')}${part('other')}--${boundary}--\r\n`,
      {},
      'validation_failed',
    ],
    ['that announces too much', '', { 'Content-Length': 99_000_000 }, 'body_too_large'],
    ['that never ends', part('file'), { 'Content-Length': 5000 }, 'request_timeout'],
    ['with no picture', `${part('file')}--${boundary}--\r\n`, {}, 'logo_not_png'],
  ])('%s is refused', async (_name, body, headers, error) => {
    expect((await send(body, headers))?.error).toBe(error);
  });

  it('is read only as far as it may be long', async () => {
    const chunk = `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`;
    const head = requestHead(line, {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Transfer-Encoding': 'chunked',
    });
    expect((await sendRaw(app.url, head, chunk.repeat(4)))?.error).toBe('body_too_large');
  });

  it('is not read when nobody is signed in', async () => {
    expect((await send('', { 'Content-Length': 99_000_000, Authorization: 'Bearer x' }))?.status).toBe(401);
  });
});
