import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { formatBytes } from '#sdk/i18n/format.js';

/**
 * Docks the download of a share at the lower edge of a phone while the code of the page is still being read: a plain
 * link needs none of it. The page's own dock, which looks the same, takes its place.
 *
 * @param onlyFile the file of a share that has one
 */
export function dockDownload(share: Share, onlyFile?: ShareFile): void {
  const template = document.querySelector<HTMLTemplateElement>('template#early-dock');
  const { all, one, locale } = template?.dataset ?? {};
  const isHeld = share.scanning !== undefined || onlyFile?.held !== undefined;
  // The server has written no texts where the page must wait for an archive.
  if (!template || !locale || isHeld || !isPhone()) return;
  const dock = template.content.cloneNode(true) as DocumentFragment;
  const [bar, link, label, size] = ['div', 'a', 'span', 'data'].map((name) => dock.querySelector(name));
  // The button that passes the link on follows.
  if ('share' in navigator) bar?.setAttribute('data-shared', '');
  link?.setAttribute('href', `/api/shares/${share.id}/${onlyFile ? `files/${onlyFile.id}` : 'archive'}`);
  label?.append((onlyFile ? one : all) ?? '');
  size?.append(formatBytes(locale, share.size));
  document.body.append(dock);
}

/** Whether the screen is a phone's for the theme, too. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 760px)').matches;
}
