import { act, cleanup, screen } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { stubViewport } from '../../testing/stub-viewport.ts';
import { PdfPage } from './PdfPage.tsx';

vi.mock('pdfjs-dist', () => ({ TextLayer: vi.fn<() => void>() }));

let sight: ReturnType<typeof stubViewport>;
beforeEach(() => {
  sight = stubViewport();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const damaged = {
  numPages: 3,
  getPage: async () => {
    throw new Error('damaged');
  },
} as object as PDFDocumentProxy;

describe('PdfPage', () => {
  it('says that it cannot be shown, and offers the file', async () => {
    await renderPage(
      <PdfPage document={damaged} number={2} width={600} zoom={1} likelyRatio={1.4} downloadUrl="/file" />,
    );
    const page = screen.getByRole('listitem', { name: 'Page 2 of 3' });
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => sight.enter(page));
    expect(screen.getByRole('alert').textContent).toContain("Page 2 couldn't be displayed.");
    expect(screen.getByRole('link', { name: 'Download the file instead' }).getAttribute('href')).toBe(
      '/file',
    );
  });
});
