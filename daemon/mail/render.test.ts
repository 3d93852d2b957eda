import { describe, expect, it } from 'vitest';
import { fillIn, toHeaderText, toHtml } from './render.ts';

describe('fillIn', () => {
  it.each([
    ['Hello {username}, {url}', 'Hello ann, https://x'],
    ['{url}{url}', 'https://xhttps://x'],
    ['{ url } {URL} {} {other}', '{ url } {URL} {} {other}'],
    ['{toString} {constructor}', '{toString} {constructor}'],
  ])('%s', (template, expected) => {
    expect(fillIn(template, { username: 'ann', url: 'https://x' })).toBe(expected);
  });

  it.each(['$&', '$1 $$ $`', '{url}', '{username}'])('takes the name %s as it is', (username) => {
    expect(fillIn('Hello {username}: {url}', { username, url: 'https://x' })).toBe(
      `Hello ${username}: https://x`,
    );
  });
});

describe('toHeaderText', () => {
  it.each([
    ['Hello\r\nBcc: eve@example.org', 'Hello Bcc: eve@example.org'],
    ['a\nb\rc\0d\u2028e\u0085f', 'a b c d e f'],
    ['\u202Ereversed\u200B', 'reversed'],
    ['  plain Ünicode  ', 'plain Ünicode'],
    ['root\u2060.\u2060admin', 'root.admin'],
    ['👩\u200D🚀', '👩\u200D🚀'],
  ])('%j', (text, expected) => {
    expect(toHeaderText(text)).toBe(expected);
  });
});

describe('toHtml', () => {
  const link = 'https://files.example.org/auth/resetPassword#token=fsm_1&invitation=1';
  const html = toHtml({
    text: `Hello <img src=x onerror=alert(1)> & "ann"\nsecond line\n\n${link}\n\nhttps://evil.example`,
    link,
    title: 'Files <b>',
    locale: 'de"><script>',
  });

  it('escapes everything', () => {
    expect(html).toContain(
      'Hello &lt;img src=x onerror=alert(1)&gt; &amp; &quot;ann&quot;<br>\nsecond line</p>',
    );
    expect(html).toContain('<title>Files &lt;b&gt;</title>');
    expect(html).not.toMatch(/<(img|script|b)\b/);
  });

  it('makes the one link clickable and nothing else', () => {
    const href = link.replace('&', '&amp;');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<a href="${href}"[^>]*>${href}</a>`));
  });
});
