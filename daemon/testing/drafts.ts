import { createCaller } from './browser.ts';
import type { TestApp } from './start-app.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from './tus.ts';

export interface Draft {
  id: string;
  token: string;
}

/** Creates a draft for the account that `headers` name, or on an instance that lets everybody create one. */
export async function createDraft(
  { url }: Pick<TestApp, 'url'>,
  json: unknown = {},
  headers: Record<string, string> = {},
): Promise<Draft> {
  const { body } = await createCaller(url)('/shares', { json, headers });
  const { share, uploadToken } = body as { share: { id: string }; uploadToken: string };
  return { id: share.id, token: uploadToken };
}

/** Begins an upload of `text` with its first `sent` bytes, by default all of them. */
export async function upload(
  { url }: Pick<TestApp, 'url'>,
  { id, token }: Draft,
  { path, text, sent }: { path: string; text: string; sent?: number },
): Promise<TusAnswer> {
  const content = new Uint8Array(Buffer.from(text));
  const body = content.subarray(0, sent);
  return sendTus(`${url}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      ...(body.length > 0 && offsetStream),
      'upload-length': String(content.length),
      'upload-metadata': metadata({
        shareId: id,
        filename: path.split('/').at(-1) ?? path,
        relativePath: path,
      }),
    },
    ...(body.length > 0 && { body }),
  });
}

/** Sends the missing bytes of an upload, from the offset that the server has. */
export async function resume(url: string, token: string, text: string): Promise<TusAnswer> {
  const offset = Number((await sendTus(url, { method: 'HEAD', token })).headers.get('upload-offset'));
  return sendTus(url, {
    method: 'PATCH',
    token,
    headers: { ...offsetStream, 'upload-offset': String(offset) },
    body: new Uint8Array(Buffer.from(text.slice(offset))),
  });
}

/** Publishes a draft; returns the status of the answer. */
export async function publish({ url }: Pick<TestApp, 'url'>, { id, token }: Draft): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await createCaller(url)(`/shares/${id}/complete`, { method: 'POST', headers })).status;
}
