import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo } from 'react';
import type { Share } from '#sdk/contract/shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { BlankShare } from './BlankShare.tsx';
import { Checksums } from './Disclosure.tsx';
import { useDownload } from './download.ts';
import { FileBrowser } from './files/FileBrowser.tsx';
import { CompositionBar } from './hero/CompositionBar.tsx';
import { arrangePrints, choosePrints } from './hero/choose-prints.ts';
import { compositionOf } from './hero/composition.ts';
import { ShareHero } from './hero/ShareHero.tsx';
import { ReachBar } from './ReachBar.tsx';
import { ShareNotes } from './ShareNotes.tsx';
import { useShareFiles } from './use-share-view.ts';

// Most shares have several files.
const OneFile = lazy(() => import('./one-file/OneFile.tsx').then((module) => ({ default: module.OneFile })));

export function OpenedShare({ share }: { share: Share }) {
  const { t } = useTranslator();
  const files = useShareFiles(share);
  const [onlyFile] = share.fileCount === 1 ? (files.data ?? []) : [];
  const title = share.name ?? onlyFile?.name ?? t('web.share.untitled');
  useDocumentTitle(title);
  const download = useDownload(share, onlyFile);
  const parts = useMemo(() => compositionOf(files.data ?? []), [files.data]);
  const prints = useMemo(() => arrangePrints(choosePrints(files.data ?? [])), [files.data]);
  if (onlyFile) {
    return (
      <Suspense fallback={<BlankShare fileCount={1} />}>
        <OneFile share={share} file={onlyFile} title={title} download={download} />
      </Suspense>
    );
  }
  if (share.fileCount > 0 && files.isPending) return <BlankShare fileCount={share.fileCount} />;
  const hero = <ShareHero share={share} title={title} parts={parts} prints={prints} download={download} />;

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {share.fileCount === 0 ? (
        hero
      ) : (
        <ReachBar share={share} title={title} parts={parts} prints={prints} download={download}>
          {hero}
        </ReachBar>
      )}
      <ShareNotes share={share} />
      <RequestError error={files.error} />
      <CompositionBar parts={parts} />
      {files.data && <FileBrowser share={share} files={files.data} />}
      {share.fileCount > 0 && <Checksums id={share.id} hasDirectLinks={share.hasDirectLinks} />}
    </Box>
  );
}
