import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

function draw(source: string, name: string): HTMLElement {
  const holder = document.createElement('pre');
  holder.append(highlight(source, name));
  return holder;
}

describe('highlight', () => {
  it.each(['a.ts', 'A.JS', 'a.mts', 'x.vue', 'Dockerfile', 'Makefile', 'a.ps1', 'a.toml'])(
    'colours %s',
    (name) => {
      const source = '# x\nconst a = "1"; <b class="x">\nFROM node\nall: x\n';
      expect(draw(source, name).querySelector('span')).not.toBe(null);
    },
  );

  it.each(['a.html', 'a.unknown', 'a.js'])('keeps every character of %s, and no element of it', (name) => {
    const source = '\n\n<script>alert("&amp;")</script>\n<img src=x onerror=alert(1)>\n';
    const drawn = draw(source, name);
    expect(drawn.textContent).toBe(source);
    expect(drawn.querySelector('script, img')).toBe(null);
  });

  it('leaves very long texts plain', () => {
    expect(draw('let a = 1;\n'.repeat(30_000), 'a.js').querySelector('span')).toBe(null);
  });
});
