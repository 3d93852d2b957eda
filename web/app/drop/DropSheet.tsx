import { useDropzone } from 'react-dropzone';
import { useNavigate } from 'react-router';
import { currentUpload } from '../../features/upload/current-upload.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { DropOverlay } from '../../uploading/DropOverlay.tsx';
import { pathOfFile } from '../../uploading/picked-files.ts';
import { paths } from '../paths.ts';

/** Takes the files to the upload page, unless another upload of this tab comes first. */
export function DropSheet({ isShown }: { isShown: boolean }) {
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
  const { getRootProps } = useDropzone({
    onDrop: handleDrop,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
  });
  return <DropOverlay getRootProps={getRootProps} isShown={isShown} title={t('web.upload.dropStart')} />;
}
