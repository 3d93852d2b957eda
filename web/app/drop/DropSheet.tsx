import { useEffect } from 'react';
import { useDropzone } from 'react-dropzone';
import { useNavigate } from 'react-router';
import { currentUpload } from '../../features/upload/current-upload.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { DropOverlay } from '../../uploading/DropOverlay.tsx';
import { pathOfFile } from '../../uploading/picked-files.ts';
import { paths } from '../paths.ts';
import { dropAgain, type KeptDrop } from './kept-drop.ts';

interface Props {
  isShown: boolean;
  /** Dropped before this sheet was there */
  kept: KeptDrop | undefined;
}

/** Takes the files to the upload page, unless another upload of this tab comes first. */
export function DropSheet({ isShown, kept }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const navigate = useNavigate();

  const handleDrop = (files: File[]) => {
    const { session } = currentUpload;
    const { stage } = session.getSnapshot();
    if (stage.kind === 'done') session.reset();
    if (stage.kind === 'running' || stage.kind === 'interrupted') notify(t('web.upload.dropBlocked'));
    else session.add(files.map((file) => ({ path: pathOfFile(file), file })));
    void navigate(paths.upload);
  };
  const { getRootProps, rootRef } = useDropzone({
    onDrop: handleDrop,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
    // The window does; what nobody has taken by then is kept.
    preventDropOnDocument: false,
  });
  useEffect(() => {
    if (kept) dropAgain(kept, rootRef.current);
  }, [kept, rootRef]);
  return <DropOverlay getRootProps={getRootProps} isShown={isShown} title={t('web.upload.dropStart')} />;
}
