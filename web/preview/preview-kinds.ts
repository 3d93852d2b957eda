import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PreviewKind, ShareFile } from '#sdk/contract/files.js';

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
export const viewers: Readonly<Record<PreviewKind, LazyExoticComponent<ComponentType<ViewerProps>>>> = {
  image: lazy(() => import('./media/ImageView.tsx').then((module) => ({ default: module.ImageView }))),
  audio: lazy(() => import('./media/AudioView.tsx').then((module) => ({ default: module.AudioView }))),
  video: lazy(() => import('./media/VideoView.tsx').then((module) => ({ default: module.VideoView }))),
  pdf: lazy(() => import('./pdf/PdfView.tsx').then((module) => ({ default: module.PdfView }))),
  text: lazy(() => import('./text/TextView.tsx').then((module) => ({ default: module.TextView }))),
  markdown: lazy(() =>
    import('./text/MarkdownView.tsx').then((module) => ({ default: module.MarkdownView })),
  ),
  code: lazy(() => import('./text/CodeView.tsx').then((module) => ({ default: module.CodeView }))),
};
