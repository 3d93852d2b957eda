import type { PreviewKind, ShareFile } from '#sdk/contract/files.js';
import { type LazyPart, lazyPart } from '../lib/loading/lazy-part.tsx';

export interface ViewerProps {
  file: ShareFile;
  /** The address to show the file */
  url: string;
  /** The address of a picture of the file, at most as large as a screen; undefined if there is none */
  pictureUrl: string | undefined;
  /** The address to download the file */
  downloadUrl: string;
  /** Called when the browser or the viewer cannot show the file */
  onUnsupported(): void;
  /** Called when the file cannot be loaded; the viewer says so */
  onFailure(): void;
  /** Shows the file larger; undefined where it has the whole page already */
  onEnlarge: (() => void) | undefined;
}

/** Each viewer is loaded when it is needed. */
export const viewers: Readonly<Record<PreviewKind, LazyPart<ViewerProps>>> = {
  image: lazyPart(async () => (await import('./media/ImageView.tsx')).ImageView),
  audio: lazyPart(async () => (await import('./media/AudioView.tsx')).AudioView),
  video: lazyPart(async () => (await import('./media/VideoView.tsx')).VideoView),
  pdf: lazyPart(async () => (await import('./pdf/PdfView.tsx')).PdfView),
  text: lazyPart(async () => (await import('./text/TextView.tsx')).TextView),
  markdown: lazyPart(async () => (await import('./text/MarkdownView.tsx')).MarkdownView),
  code: lazyPart(async () => (await import('./text/CodeView.tsx')).CodeView),
};
