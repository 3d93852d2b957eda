import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDraft, publish, upload } from '../../testing/drafts.ts';
import { type SignedIn, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** What an uploaded page could do if a browser treated it as one: nothing, under any name. */

const page = '<!doctype html><script>parent.stolen = document.cookie</script>';

const names =
  `html htm HTML shtml xhtml xht xhtm svg svgz xml xsl xslt xul rss atom rdf mathml mml js mjs cjs jsx css pdf swf
  wasm mht mhtml hta htc eml vbs wsf url lnk ics vcf json jsonld webmanifest appcache manifest map xap jar class exe bat
  html.png png.html svg.txt txt.svg html.unknown html%20 html. php asp aspx jsp cgi shtm stm wml xbl xaml ttml smil vtt srt zip
  tiff ico bmp heic mov avi mkv m3u8 mpd doc docx odt ps eps dvi tex`
    .split(/\s+/)
    .map((extension) => `x.${extension}`);

const odd = ['html', 'index', '.html', '.htaccess', 'sw.js', 'a\u00a0.html', 'x.html\u200b', 'x.ｈｔｍｌ'];

/** Types that are shown inline on request, and the type they are shown as. */
const shown: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/x-flac',
  txt: 'text/plain; charset=utf-8',
};

/** Types of which no browser runs anything, whatever the content. */
const passive =
  /^(?:text\/plain; charset=utf-8|application\/octet-stream|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

const isolation = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

let app: TestApp;
let owner: SignedIn;
let shareId: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await startApp();
  owner = await signInAs(app, app.admin);
  const draft = await createDraft(app, {}, owner.headers);
  for (const name of [...names, ...odd, ...Object.keys(shown).map((extension) => `x.${extension}`)]) {
    if (ids.has(name)) continue;
    const answer = await upload(app, draft, { path: name, text: page });
    ids.set(name, answer.headers.get('location')?.split('/').at(-1) ?? '');
  }
  expect(await publish(app, draft)).toBe(200);
  shareId = draft.id;
}, 60_000);
afterAll(() => app.stop());

async function get(path: string, init: { method?: string; headers?: Record<string, string> } = {}) {
  const response = await fetch(app.url + path, { ...init, headers: { ...owner.headers, ...init.headers } });
  await response.arrayBuffer();
  return response;
}

const waysTo = (name: string): [string, string][] => {
  const file = `/api/shares/${shareId}/files/${ids.get(name)}`;
  return [
    ['as it is', file],
    ['to be shown', `${file}?disposition=inline`],
    ['by a direct link', `/d/${shareId}/${encodeURIComponent(name)}`],
  ];
};

describe('content of users', () => {
  it.each([...names, ...odd])('named %s is isolated, and only saved', async (name) => {
    for (const [way, path] of waysTo(name)) {
      const { status, headers } = await get(path);
      expect([way, status]).toEqual([way, 200]);
      expect(Object.fromEntries(headers)).toMatchObject(isolation);
      const disposition = headers.get('content-disposition') ?? '';
      const type = headers.get('content-type') ?? '';
      const isInline = disposition.startsWith('inline');
      expect([way, isInline || disposition.startsWith('attachment')]).toEqual([way, true]);
      expect([way, isInline && !passive.test(type)]).toEqual([way, false]);
      expect([way, isInline && way !== 'to be shown']).toEqual([way, false]);
      expect(type).not.toMatch(/^(?:text\/(?!plain;)|.*\/(?:xhtml|xml|(?:java|ecma)script)|.*\+xml)/);
    }
  });

  it.each(Object.entries(shown))('named x.%s may be shown, if that is asked for', async (extension, type) => {
    const seen = await Promise.all(
      waysTo(`x.${extension}`).map(async ([, path]) => {
        const { headers } = await get(path);
        expect(Object.fromEntries(headers)).toMatchObject(isolation);
        return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
      }),
    );
    expect(seen).toEqual([
      [type, 'attachment'],
      [type, 'inline'],
      [type, 'attachment'],
    ]);
  });

  it.each(['html', 'svg', 'xml', 'xhtml', 'js', 'mjs', 'pdf', 'swf', 'wasm', 'mht', 'hta', 'eml'])(
    'named x.%s is not even shown when that is asked for',
    async (extension) => {
      const { headers } = await get(waysTo(`x.${extension}`)[1]?.[1] ?? '');
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
    },
  );

  it.each([
    'disposition=INLINE',
    'disposition=inline&disposition=inline',
    'inline=1',
    'type=text/html',
    'download=0',
  ])('is not shown by ?%s', async (query) => {
    const { status } = await get(`/api/shares/${shareId}/files/${ids.get('x.html')}?${query}`);
    expect(status).toBe(400);
  });

  it('is isolated in all answers: parts, unchanged, refused, archived, listed', async () => {
    const file = `/api/shares/${shareId}/files/${ids.get('x.html')}`;
    const etag = (await get(file)).headers.get('etag') ?? '';
    const answers = await Promise.all([
      get(file, { headers: { range: 'bytes=1-5' } }),
      get(file, { headers: { 'if-none-match': etag } }),
      get(file, { method: 'HEAD' }),
      get(`/api/shares/${shareId}/archive`),
      get(`/api/shares/${shareId}/sha256sums`),
      get(`/d/${shareId}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([206, 304, 200, 200, 200, 200]);
    for (const { headers } of answers) expect(Object.fromEntries(headers)).toMatchObject(isolation);
    const refused = await get(file, { headers: { range: 'bytes=9999-' } });
    expect([
      refused.status,
      refused.headers.get('content-type'),
      refused.headers.get('x-content-type-options'),
    ]).toEqual([416, 'application/json; charset=utf-8', 'nosniff']);
  });
});
