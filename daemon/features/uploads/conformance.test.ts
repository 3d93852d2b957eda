import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type RawAnswer, requestHead, sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata } from '../../testing/tus.ts';

/**
 * Every rule of tus 1.0.0 (https://tus.io/protocols/resumable-upload) that a server can follow or break, for the core
 * and the extensions we support. Where we deviate, the row says why.
 */

type Start = 'nothing' | 'created' | 'partial' | 'finished' | 'terminated';

interface Rule {
  section: string;
  /** The rule of the protocol; `*` marks a deviation, and why. */
  rule: string;
  /** The upload before the request: 10 bytes long, with 0, 4 or all of them received. */
  start?: Start;
  method: string;
  /** Added to the headers of a right request; null leaves one out. */
  headers?: Record<string, string | null>;
  body?: string;
  status: number;
  error?: string;
  /** Headers of the answer; null: must be absent. */
  answers?: Record<string, string | RegExp | null>;
  /** The offset on the server afterwards; null: the upload does not exist. */
  offset?: number | null;
}

const length = 10;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const always = { 'tus-resumable': '1.0.0' };

/** The value of `Upload-Checksum`. */
function checksum(algorithm: 'sha256' | 'sha1' | 'crc32', text: string): string {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(text));
  const digest = algorithm === 'crc32' ? crc : createHash(algorithm).update(text).digest();
  return `${algorithm} ${digest.toString('base64')}`;
}

const rules: Rule[] = [
  {
    section: 'Headers / Upload-Offset',
    rule: 'The value MUST be a non-negative integer.',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Offset': '-4' },
    body: 'x',
    status: 400,
    error: 'upload_header_invalid',
    offset: 4,
  },
  {
    section: 'Headers / Upload-Length',
    rule: 'The value MUST be a non-negative integer.',
    method: 'POST',
    headers: { 'Upload-Length': '-1' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Headers / Tus-Version',
    rule: 'a comma-separated list of protocol versions supported by the Server',
    method: 'OPTIONS',
    status: 204,
    answers: { 'tus-version': '1.0.0' },
  },
  {
    section: 'Headers / Tus-Resumable',
    rule: 'MUST be included in every request …; if not supported the Server MUST respond with 412 and MUST include Tus-Version. It MUST NOT process the request.',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Tus-Resumable': '0.2.2' },
    body: 'x',
    status: 412,
    error: 'tus_version_unsupported',
    answers: { 'tus-version': '1.0.0' },
    offset: 4,
  },
  {
    section: 'Headers / Tus-Resumable',
    rule: 'MUST be included in every request',
    start: 'partial',
    method: 'DELETE',
    headers: { 'Tus-Resumable': null },
    status: 412,
    error: 'tus_version_unsupported',
    answers: { 'tus-version': '1.0.0' },
    offset: 4,
  },
  {
    section: 'Headers / Tus-Resumable',
    rule: 'The Tus-Resumable header MUST be included in … every response: in refusals too',
    method: 'PUT',
    status: 405,
    error: 'method_not_allowed',
  },
  {
    section: 'Headers / Tus-Extension',
    rule: 'MUST be a comma-separated list of the extensions supported by the Server',
    method: 'OPTIONS',
    status: 204,
    answers: {
      'tus-extension':
        'creation,creation-with-upload,creation-defer-length,checksum,concatenation,expiration,termination',
    },
  },
  {
    section: 'Headers / Tus-Max-Size',
    rule: 'MUST be a non-negative integer indicating the maximum allowed size of an entire upload in bytes',
    method: 'OPTIONS',
    status: 204,
    answers: { 'tus-max-size': '1000' },
  },
  {
    section: 'Headers / X-HTTP-Method-Override',
    rule: 'MUST be interpreted as the request’s method *ignored: a proxy and a guard must see the method that runs',
    start: 'partial',
    method: 'HEAD',
    headers: { 'X-HTTP-Method-Override': 'DELETE' },
    status: 200,
    offset: 4,
  },
  {
    section: 'Requests / HEAD',
    rule: 'The Server MUST always include the Upload-Offset header in the response, even if the offset is 0',
    start: 'created',
    method: 'HEAD',
    status: 200,
    answers: { 'upload-offset': '0' },
  },
  {
    section: 'Requests / HEAD',
    rule: '… or the upload is already considered completed',
    start: 'finished',
    method: 'HEAD',
    status: 200,
    answers: { 'upload-offset': '10', 'upload-length': '10' },
  },
  {
    section: 'Requests / HEAD',
    rule: 'If the size of the upload is known, the Server MUST include the Upload-Length header',
    start: 'partial',
    method: 'HEAD',
    status: 200,
    answers: { 'upload-length': '10', 'upload-offset': '4' },
  },
  {
    section: 'Requests / HEAD',
    rule: 'If the resource is not found, the Server SHOULD return 404, 410 or 403 without the Upload-Offset header',
    start: 'terminated',
    method: 'HEAD',
    status: 404,
    answers: { 'upload-offset': null },
  },
  {
    section: 'Requests / HEAD',
    rule: 'The Server MUST prevent caching by adding Cache-Control: no-store',
    start: 'partial',
    method: 'HEAD',
    status: 200,
    answers: { 'cache-control': 'no-store' },
  },
  {
    section: 'Requests / PATCH',
    rule: 'MUST use Content-Type: application/offset+octet-stream, otherwise the server SHOULD return 415',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: 'x',
    status: 415,
    error: 'unsupported_media_type',
    offset: 4,
  },
  {
    section: 'Requests / PATCH',
    rule: 'The Upload-Offset header’s value MUST be equal to the current offset',
    start: 'partial',
    method: 'PATCH',
    body: '567',
    status: 204,
    answers: { 'upload-offset': '7' },
    offset: 7,
  },
  {
    section: 'Requests / PATCH',
    rule: 'If the offsets do not match, the Server MUST respond with 409 without modifying the upload resource',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Offset': '3' },
    body: 'x',
    status: 409,
    error: 'upload_offset_conflict',
    offset: 4,
  },
  {
    section: 'Requests / PATCH',
    rule: '(beyond the bytes there are)',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Offset': '11' },
    body: 'x',
    status: 409,
    error: 'upload_offset_conflict',
    offset: 4,
  },
  {
    section: 'Requests / PATCH',
    rule: 'The Server MUST acknowledge successful PATCH requests with 204 and MUST include the new Upload-Offset',
    start: 'partial',
    method: 'PATCH',
    body: '567890',
    status: 204,
    answers: { 'upload-offset': '10' },
    offset: 10,
  },
  {
    section: 'Requests / PATCH',
    rule: 'against a non-existent resource it SHOULD return a 404 status',
    start: 'terminated',
    method: 'PATCH',
    body: '567',
    status: 404,
    error: 'upload_not_found',
  },
  {
    section: 'Requests / OPTIONS',
    rule: 'A successful response … 204 or 200 MUST contain the Tus-Version header; the Client SHOULD NOT include Tus-Resumable, no authorisation is asked for',
    method: 'OPTIONS',
    headers: { 'Tus-Resumable': null, Authorization: null },
    status: 204,
    answers: { 'tus-version': '1.0.0' },
  },
  {
    section: 'Creation',
    rule: 'Upload-Defer-Length MUST be 1 *and only for shares that belong to an account: strangers announce what they send',
    method: 'POST',
    headers: { 'Upload-Length': null, 'Upload-Defer-Length': '1' },
    status: 401,
    error: 'sign_in_required',
  },
  {
    section: 'Creation',
    rule: 'The Client MUST include one of Upload-Length, Upload-Defer-Length',
    method: 'POST',
    headers: { 'Upload-Length': null },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Creation',
    rule: 'If the length of the upload exceeds the maximum, the Server MUST respond with 413',
    method: 'POST',
    headers: { 'Upload-Length': '1001' },
    status: 413,
    error: 'share_too_large',
  },
  {
    section: 'Creation',
    rule: 'The Server MUST acknowledge a successful upload creation with 201 Created',
    method: 'POST',
    status: 201,
  },
  {
    section: 'Creation',
    rule: 'The Server MUST set the Location header to the URL of the created resource',
    method: 'POST',
    status: 201,
    answers: { location: /^\/api\/uploads\/[0-9a-f]{32}$/ },
  },
  {
    section: 'Creation',
    rule: 'A Server MAY treat an upload with a length of 0 as complete',
    method: 'POST',
    headers: { 'Upload-Length': '0' },
    status: 201,
    answers: { 'upload-expires': null },
  },
  {
    section: 'Creation / Upload-Metadata',
    rule: 'MUST consist of one or more comma-separated key-value pairs … separated by a space',
    method: 'POST',
    headers: { 'Upload-Metadata': 'filename=YS50eHQ=' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Creation / Upload-Metadata',
    rule: 'The key MUST NOT be empty',
    method: 'POST',
    headers: { 'Upload-Metadata': ' YS50eHQ=' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Creation / Upload-Metadata',
    rule: 'All keys MUST be unique',
    method: 'POST',
    headers: { 'Upload-Metadata': 'filename YQ==,filename Yg==' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Creation / Upload-Metadata',
    rule: 'The value MUST be Base64 encoded',
    method: 'POST',
    headers: { 'Upload-Metadata': 'filename a.txt' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Creation / Upload-Metadata',
    rule: 'responses to HEAD requests MUST include Upload-Metadata *left out: names are nobody’s business but the sender’s, who knows them',
    start: 'partial',
    method: 'HEAD',
    status: 200,
    answers: { 'upload-metadata': null },
  },
  {
    section: 'Creation With Upload',
    rule: 'The Server MUST include the Upload-Offset header with the number of bytes it accepted',
    method: 'POST',
    headers: { 'Content-Type': 'application/offset+octet-stream' },
    body: '1234',
    status: 201,
    answers: { 'upload-offset': '4', location: /./, 'upload-expires': httpDate },
  },
  {
    section: 'Creation With Upload',
    rule: '(the whole file)',
    method: 'POST',
    headers: { 'Content-Type': 'application/offset+octet-stream' },
    body: '1234567890',
    status: 201,
    answers: { 'upload-offset': '10', 'upload-expires': null },
  },
  {
    section: 'Creation With Upload',
    rule: '(more than announced: nothing is created)',
    method: 'POST',
    headers: { 'Content-Type': 'application/offset+octet-stream' },
    body: '12345678901',
    status: 413,
    error: 'upload_too_long',
    answers: { location: null, 'upload-expires': null },
  },
  {
    section: 'Expiration',
    rule: 'If the expiration is known at the creation, the Upload-Expires header MUST be included in the response to the initial POST',
    method: 'POST',
    status: 201,
    answers: { 'upload-expires': httpDate },
  },
  {
    section: 'Expiration',
    rule: 'This header MUST be included in every PATCH response if the upload is going to expire; MUST be in RFC 9110 datetime format',
    start: 'partial',
    method: 'PATCH',
    body: '5',
    status: 204,
    answers: { 'upload-expires': httpDate },
  },
  {
    section: 'Expiration',
    rule: '… in every PATCH response: in a refusal too',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Offset': '9' },
    body: 'x',
    status: 409,
    error: 'upload_offset_conflict',
    answers: { 'upload-expires': httpDate },
  },
  {
    section: 'Expiration',
    rule: '… unfinished uploads: a finished one does not expire',
    start: 'partial',
    method: 'PATCH',
    body: '567890',
    status: 204,
    answers: { 'upload-expires': null },
  },
  {
    section: 'Expiration',
    rule: '(HEAD says it too)',
    start: 'partial',
    method: 'HEAD',
    status: 200,
    answers: { 'upload-expires': httpDate },
  },
  {
    section: 'Termination',
    rule: 'the Server SHOULD free associated resources and MUST respond with 204',
    start: 'partial',
    method: 'DELETE',
    status: 204,
    offset: null,
  },
  {
    section: 'Termination',
    rule: 'For all future requests to this URL, the Server SHOULD respond with 404 or 410',
    start: 'terminated',
    method: 'DELETE',
    status: 404,
    error: 'upload_not_found',
  },
  {
    section: 'Termination',
    rule: 'terminate completed … uploads *refused: what is finished is a file of the share',
    start: 'finished',
    method: 'DELETE',
    status: 403,
    error: 'upload_finished',
    offset: 10,
  },
  {
    section: 'Checksum',
    rule: 'Tus-Checksum-Algorithm MUST be included in the response to an OPTIONS request; the Server MUST support at least sha1',
    method: 'OPTIONS',
    status: 204,
    answers: { 'tus-checksum-algorithm': 'sha256,sha1,crc32' },
  },
  {
    section: 'Checksum',
    rule: 'the Server MUST verify the uploaded chunk against the provided checksum (sha256)',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': checksum('sha256', '567') },
    body: '567',
    status: 204,
    answers: { 'upload-offset': '7' },
    offset: 7,
  },
  {
    section: 'Checksum',
    rule: '(sha1)',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': checksum('sha1', '567890') },
    body: '567890',
    status: 204,
    offset: 10,
  },
  {
    section: 'Checksum',
    rule: '(CRC-32)',
    start: 'created',
    method: 'PATCH',
    // The check value of this CRC-32.
    headers: { 'Upload-Checksum': 'crc32 y/Q5Jg==', 'Upload-Offset': '0' },
    body: '123456789',
    status: 204,
    offset: 9,
  },
  {
    section: 'Checksum',
    rule: 'If the checksum mismatches: 460, the chunk MUST be discarded, and the upload and its offset MUST NOT be updated',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': checksum('sha1', '568') },
    body: '567',
    status: 460,
    error: 'upload_checksum_mismatch',
    answers: { 'upload-offset': null },
    offset: 4,
  },
  {
    section: 'Checksum',
    rule: '… also when it would have been the last one',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': checksum('crc32', '567891') },
    body: '567890',
    status: 460,
    error: 'upload_checksum_mismatch',
    offset: 4,
  },
  {
    section: 'Checksum',
    rule: 'If the algorithm is not supported: 400, and the offset MUST NOT be updated',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': 'md5 1B2M2Y8AsgTpgAmY7PhCfg==' },
    body: '567',
    status: 400,
    error: 'upload_header_invalid',
    offset: 4,
  },
  {
    section: 'Checksum',
    rule: 'MUST consist of the name of the algorithm and the Base64 encoded checksum',
    start: 'partial',
    method: 'PATCH',
    headers: { 'Upload-Checksum': 'sha1 c2hvcnQ=' },
    body: '567',
    status: 400,
    error: 'upload_header_invalid',
    offset: 4,
  },
  {
    section: 'Checksum',
    rule: '(the bytes of a creation)',
    method: 'POST',
    headers: {
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Checksum': checksum('sha256', '1234567890'),
    },
    body: '1234567890',
    status: 201,
    answers: { 'upload-offset': '10' },
  },
  {
    section: 'Checksum',
    rule: '(a creation with wrong bytes: nothing is created)',
    method: 'POST',
    headers: {
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Checksum': checksum('sha256', '1234567890'),
    },
    body: '1234567899',
    status: 460,
    error: 'upload_checksum_mismatch',
    answers: { location: null },
  },
  {
    section: 'Concatenation',
    rule: 'Upload-Concat MUST be set in both partial and final upload creation requests; a partial upload is created like any other',
    method: 'POST',
    headers: { 'Upload-Concat': 'partial', 'Upload-Metadata': null },
    status: 201,
    answers: { 'upload-expires': httpDate },
  },
  {
    section: 'Concatenation',
    rule: 'The Client MUST NOT include the Upload-Length header in the final upload creation',
    method: 'POST',
    headers: { 'Upload-Concat': 'final;/api/uploads/0123456789abcdef0123456789abcdef' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Concatenation',
    rule: 'the list of partial upload URLs that need to be concatenated (of uploads that exist)',
    method: 'POST',
    headers: {
      'Upload-Concat': 'final;/api/uploads/0123456789abcdef0123456789abcdef',
      'Upload-Length': null,
    },
    status: 404,
    error: 'upload_not_found',
  },
  {
    section: 'Concatenation',
    rule: 'MAY be sent while the partial uploads are still in progress *not offered (concatenation-unfinished); what is no partial upload is refused too. The others are in `parts/concatenation.test.ts`',
    method: 'POST',
    headers: { 'Upload-Concat': 'whole' },
    status: 400,
    error: 'upload_header_invalid',
  },
  {
    section: 'Ours',
    rule: 'A GET never reaches an upload: files are served by their share',
    start: 'finished',
    method: 'GET',
    status: 404,
    error: 'not_found',
  },
];

const clock = createFakeClock(Date.now());
let instance: TestApp;
let share: { id: string; token: string };

beforeAll(async () => {
  instance = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000',
    },
  });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  const { body } = await createCaller(instance.url)('/shares', { json: {} });
  const { share: created, uploadToken } = body as { share: { id: string }; uploadToken: string };
  share = { id: created.id, token: uploadToken };
});

describe('tus 1.0.0', () => {
  it.each(rules)('$section: $rule ($method → $status)', async (rule) => {
    const path = await arrange(rule.start ?? 'nothing');
    const answer = await send(rule, path);
    expect([answer.status, answer.error]).toEqual([rule.status, rule.error]);
    for (const [name, expected] of Object.entries({ ...always, ...rule.answers })) {
      // A missing header counts as empty: none of these is ever sent empty.
      expect(answer.headers.get(name) ?? '', name).toMatch(expected ?? /^$/);
    }
    if (rule.offset === undefined) return;
    const state = await send({ method: 'HEAD' }, path);
    expect(state.headers.get('upload-offset')).toBe(rule.offset === null ? undefined : `${rule.offset}`);
  });

  it('names the moment 24 hours after the last byte, and has forgotten the upload then', async () => {
    const path = await arrange('created');
    clock.advance(3_600_000);
    const { headers } = await send({ method: 'PATCH', headers: { 'Upload-Offset': '0' }, body: '1' }, path);
    const expires = Date.parse(headers.get('upload-expires') ?? '');
    expect(Math.abs(expires - (clock.now() + 86_400_000))).toBeLessThan(1000);
    const asked = await send({ method: 'HEAD' }, path);
    expect(asked.headers.get('upload-expires')).toBe(headers.get('upload-expires'));
    clock.advance(90_000_000);
    instance = await instance.restart();
    await instance.app.jobs.run('uploads.discard-idle');
    expect((await send({ method: 'HEAD' }, path)).status).toBe(404);
  });
});

async function arrange(start: Start): Promise<string> {
  if (start === 'nothing') return '/api/uploads';
  const created = await send({ method: 'POST' }, '/api/uploads');
  const path = created.headers.get('location') ?? '';
  const body = { created: '', partial: '1234', finished: '1234567890', terminated: '' }[start];
  if (body !== '') await send({ method: 'PATCH', headers: { 'Upload-Offset': '0' }, body }, path);
  if (start === 'terminated') await send({ method: 'DELETE' }, path);
  return path;
}

/** Sends a right request with this method, except for what is given. */
async function send(
  { method, headers, body = '' }: Pick<Rule, 'method' | 'headers' | 'body'>,
  path: string,
): Promise<RawAnswer> {
  const own: Record<string, string> =
    {
      POST: {
        'Upload-Length': String(length),
        'Upload-Metadata': metadata({ shareId: share.id, filename: `${randomBytes(4).toString('hex')}.txt` }),
      },
      PATCH: { 'Upload-Offset': '4', 'Content-Type': 'application/offset+octet-stream' },
    }[method] ?? {};
  const all = {
    'Tus-Resumable': '1.0.0',
    Authorization: `Bearer ${share.token}`,
    'Content-Length': String(body.length),
    ...own,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const answer = await sendRaw(
    instance.url,
    requestHead(`${method} ${path}`, Object.fromEntries(given)),
    body,
  );
  if (!answer) throw new Error('the connection was closed without an answer');
  return answer;
}
