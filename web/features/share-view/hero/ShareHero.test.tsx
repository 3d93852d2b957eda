import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConfigVariable } from '#sdk/contract/config/api.js';
import type { ShareFile } from '#sdk/contract/files.js';
import { ConfigContext, configFrom } from '../../../lib/config.tsx';
import { renderPage } from '../../../testing/render-page.tsx';
import { sampleFile } from '../../../testing/sample-file.ts';
import { sampleShare } from '../../../testing/sample-share.ts';
import { CompositionBar } from './CompositionBar.tsx';
import type { CountedType } from './composition.ts';
import { ExpiryChip } from './ExpiryChip.tsx';
import { Message } from './Message.tsx';
import { Sentence } from './Sentence.tsx';
import { ShareHero } from './ShareHero.tsx';

afterEach(cleanup);

describe('the sentence above the title', () => {
  const cases: [string | null, CountedType, number, string][] = [
    ['Anna Ribeiro', 'picture', 30, 'Anna Ribeiro shared 30 photos with you'],
    ['Anna Ribeiro', 'document', 1, 'Anna Ribeiro shared a document with you'],
    [null, 'picture', 30, '30 photos for you'],
    [null, 'film', 1, 'A video for you'],
    [null, 'file', 46, '46 files for you'],
  ];
  it.each(cases)('says who shared what: %s, %s, %d', async (sender, type, fileCount, text) => {
    const { container } = await renderPage(<Sentence sender={sender} type={type} fileCount={fileCount} />);
    expect(container.textContent).toContain(text);
  });

  it('draws the initials of the sender for the eye only', async () => {
    await renderPage(<Sentence sender="Anna Maria Ribeiro" type="file" fileCount={2} />);
    expect(screen.getByText('AR').getAttribute('aria-hidden')).toBe('true');
  });
});

describe('the chip of the expiry', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  it('says in words how long there is, and the date on request', async () => {
    await renderPage(<ExpiryChip expiresAt={inHours(24 * 7)} />);
    const chip = screen.getByRole('button', { name: /^7 days left\s?, Until / });
    act(() => chip.click());
    expect(chip.textContent).toMatch(/^Until .*, 7 days left$/);
    act(() => chip.click());
    expect(chip.textContent).toMatch(/^7 days left/);
  });

  it('warns when less than a day is left', async () => {
    await renderPage(<ExpiryChip expiresAt={inHours(3)} />);
    const urgent = getComputedStyle(screen.getByTitle(/^Until /)).color;
    cleanup();
    await renderPage(<ExpiryChip expiresAt={inHours(72)} />);
    expect(getComputedStyle(screen.getByTitle(/^Until /)).color).not.toBe(urgent);
  });

  it('says that there is no end', async () => {
    await renderPage(<ExpiryChip expiresAt={null} />);
    expect(screen.getByText("Doesn't expire")).toBeTruthy();
  });
});

describe('the message of the sender', () => {
  it('is folded only while it is long and nobody has asked for the rest', async () => {
    await renderPage(<Message sx={{}}>{'All of it. '.repeat(20)}</Message>);
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    await renderPage(<Message sx={{}}>{'All of it. '.repeat(180)}</Message>);
    const text = screen.getByText(/^All of it\./);
    expect(getComputedStyle(text).overflow).toBe('hidden');
    act(() => screen.getByRole('button', { name: 'Show more' }).click());
    expect(getComputedStyle(text).overflow).not.toBe('hidden');
    expect(document.activeElement).toBe(text);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is folded when it has many lines', async () => {
    await renderPage(<Message sx={{}}>{'a\n'.repeat(30)}</Message>);
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  });
});

describe('the prints', () => {
  const plain = [sampleFile('a.pdf'), sampleFile('b.pdf')];
  const photo = sampleFile('c.jpg', { thumbnail: { width: 3, height: 2, hues: [60, 20] } });
  const download = { url: '/all', size: 1, isSingle: false, isPending: false, held: undefined };
  const cover = { key: 'general.cover', type: 'string', value: '/img/cover?v=1', defaultValue: '' } as const;

  async function picturesOf(prints: readonly ShareFile[], variables: ConfigVariable[]) {
    const { container } = await renderPage(
      <ConfigContext value={configFrom(variables)}>
        <ShareHero
          share={sampleShare({ fileCount: 2 })}
          title="Summer"
          parts={[]}
          prints={prints}
          download={{ ...download, handleClick: () => {} }}
        />
      </ConfigContext>,
    );
    return [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  }

  it('are the picture of the instance where no file has one', async () => {
    expect(await picturesOf(plain, [cover])).toEqual(['/img/cover?v=1']);
    cleanup();
    expect(await picturesOf(plain, [])).toEqual([]);
    cleanup();
    expect(await picturesOf([...plain, photo], [cover])).toEqual([expect.stringContaining('thumbnail')]);
  });
});

describe('the composition of a share', () => {
  it('is as wide as the files are large', async () => {
    const { container } = await renderPage(
      <CompositionBar
        parts={[
          { type: 'film', size: 3_000_000, fileCount: 1 },
          { type: 'picture', size: 1_000_000, fileCount: 2 },
        ]}
      />,
    );
    const grown = [...container.querySelectorAll<HTMLElement>('[aria-hidden] > div')].map(
      ({ style }) => style.flexGrow,
    );
    expect(grown).toEqual(['3000000', '1000000']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Videos 3 MB',
      'Pictures 1 MB',
    ]);
  });

  it('is not shown for files of one type', async () => {
    const { container } = await renderPage(
      <CompositionBar parts={[{ type: 'film', size: 1, fileCount: 1 }]} />,
    );
    expect(container.querySelector('ul')).toBeNull();
  });
});
