import { useEffect, useState } from 'react';
import { type DropzoneState, useDropzone } from 'react-dropzone';
import { useTranslator } from '../lib/i18n.tsx';
import { claimDrops } from './drop-claim.ts';
import { nameOfPasted, pathOfFile } from './picked-files.ts';
import type { UploadSession } from './upload-session.ts';

export interface FilePicking {
  /** For the overlay that accepts a drop */
  overlay: Pick<DropzoneState, 'getRootProps'> & { isShown: boolean };
  addFiles(files: readonly File[]): void;
  /** The text that screen readers announce after files were added */
  announcement: string;
}

/** All ways to add files: dropping them anywhere on the page, choosing or pasting them. */
export function useFilePicking(session: UploadSession, isActive: boolean): FilePicking {
  const { t } = useTranslator();
  const [announcement, setAnnouncement] = useState('');

  const addFiles = (files: readonly File[]) => {
    const added = session.add(files.map((file) => ({ path: pathOfFile(file), file })));
    setAnnouncement(t('web.upload.added', { count: added }));
  };
  const { getRootProps, isDragGlobal } = useDropzone({
    onDrop: (files: File[]) => addFiles(files),
    disabled: !isActive,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
    // The window does.
    preventDropOnDocument: false,
  });

  useEffect(() => (isActive ? claimDrops() : undefined), [isActive]);

  useEffect(() => {
    if (!isActive) return;
    const handlePaste = (event: ClipboardEvent) => {
      const pasted = readPaste(event);
      if (pasted.length === 0) return;
      event.preventDefault();
      const added = session.add(pasted.map((file) => ({ path: file.name, file })));
      setAnnouncement(t('web.upload.added', { count: added }));
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, [isActive, session, t]);

  return { overlay: { getRootProps, isShown: isDragGlobal }, addFiles, announcement };
}

/** Files of the clipboard; text becomes a file, unless it is pasted into a field. */
function readPaste(event: ClipboardEvent): File[] {
  const { clipboardData, target } = event;
  const now = new Date();
  const files = [...(clipboardData?.files ?? [])].map(
    (file) => new File([file], nameOfPasted(file, now), { type: file.type, lastModified: file.lastModified }),
  );
  if (files.length > 0) return files;
  const isField = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
  const text = isField ? '' : (clipboardData?.getData('text/plain') ?? '');
  if (text === '') return [];
  const stamp = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return [new File([text], `pasted-${stamp}.txt`, { type: 'text/plain', lastModified: now.getTime() })];
}
