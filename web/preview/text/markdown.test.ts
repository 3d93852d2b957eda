import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

function render(source: string): HTMLElement {
  const holder = document.createElement('div');
  holder.append(renderMarkdown(source));
  return holder;
}

describe('renderMarkdown', () => {
  it('draws headings, lists, tables and code', () => {
    const drawn = render(
      'Intro\n\n# Title\n\n- one\n- [x] two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1 < 2;\n```',
    );
    expect(drawn.querySelector('h1')?.textContent).toBe('Title');
    expect(drawn.querySelectorAll('li')).toHaveLength(2);
    expect(drawn.querySelectorAll('td')).toHaveLength(2);
    expect(drawn.querySelector('pre code')?.textContent).toBe('let a = 1 < 2;\n');
  });

  it('shows HTML as it was written', () => {
    const drawn = render(
      'Hi <b onclick="x()">you</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
    );
    expect(drawn.textContent).toContain('<script>alert(1)</script>');
    expect(drawn.textContent).toContain('<b onclick="x()">');
    expect(drawn.querySelector('script, img, b')).toBe(null);
  });

  it('loads no picture', () => {
    const drawn = render('![a tracker](https://evil.example/pixel.png) ![](x.png)');
    expect(drawn.querySelector('img')).toBe(null);
    expect(drawn.textContent).toContain('a tracker');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/account',
    '//evil.example',
    'vbscript:x',
  ])('does not link to %s', (target) => {
    expect(render(`[go](<${target}>)`).querySelector('[href]')).toBe(null);
  });

  it('opens links to the web in a tab that knows nothing of this one', () => {
    const link = render('[go](https://example.org/a)').querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://example.org/a');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener');
  });
});
