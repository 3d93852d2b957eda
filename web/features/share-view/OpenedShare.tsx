import Box from '@mui/material/Box';
import { Suspense, useEffect, useMemo } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { mostPrints } from '../../ui/files/PrintFan.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { BlankFiles, BlankShare } from './BlankShare.tsx';
import { Checksums } from './Disclosure.tsx';
import { useDownload } from './download.ts';
import { CompositionBar } from './hero/CompositionBar.tsx';
import { arrangePrints, choosePrints } from './hero/choose-prints.ts';
import { commonType, compositionOf } from './hero/composition.ts';
import { ShareHero } from './hero/ShareHero.tsx';
import { FileBrowser, OneFile } from './prepare-share.ts';
import { ReachBar } from './ReachBar.tsx';
import { ShareNotes } from './ShareNotes.tsx';
import { useShareFiles } from './use-share-view.ts';

/** The top of the page needs the share only; what it consists of follows when the files are listed. */
export function OpenedShare({ share }: { share: Share }) {
  const { t } = useTranslator();
  const files = useShareFiles(share);
  const isOne = share.fileCount === 1;
  useCode(isOne ? OneFile : FileBrowser);
  const [onlyFile] = isOne ? (files.data ?? []) : [];
  const title = share.name ?? onlyFile?.name ?? t('web.share.untitled');
  useDocumentTitle(title);
  const download = useDownload(share, files.data ?? none);
  const parts = useMemo(() => files.data && compositionOf(files.data), [files.data]);
  const prints = useMemo(() => files.data && arrangePrints(choosePrints(files.data)), [files.data]);
  if (isOne && files.isPending) return <BlankShare fileCount={1} />;
  if (onlyFile) {
    return (
      <Suspense fallback={<BlankShare fileCount={1} />}>
        <OneFile share={share} file={onlyFile} title={title} download={download} />
      </Suspense>
    );
  }
  const blank = files.isPending ? Math.min(share.fileCount, mostPrints) : 0;
  const shownPrints = prints ?? Array.from({ length: blank }, () => null);
  const hero = (
    <ShareHero share={share} title={title} parts={parts ?? []} prints={shownPrints} download={download} />
  );

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {share.fileCount === 0 ? (
        hero
      ) : (
        <ReachBar share={share} title={title} parts={parts ?? []} prints={prints ?? []} download={download}>
          {hero}
        </ReachBar>
      )}
      <ShareNotes share={share} />
      <RequestError error={files.error} />
      {files.isPending && <BlankFiles fileCount={share.fileCount} />}
      {files.data && (
        <Suspense fallback={<BlankFiles fileCount={share.fileCount} />}>
          <CompositionBar parts={parts ?? []} />
          <FileBrowser share={share} files={files.data} type={commonType(parts ?? [])} />
          {share.fileCount > 0 && <Checksums id={share.id} hasDirectLinks={share.hasDirectLinks} />}
        </Suspense>
      )}
    </Box>
  );
}

const none: readonly ShareFile[] = [];

/** Loads code while the data that it shows is on its way. A failure is shown where the code is used. */
function useCode(part: { load(): Promise<unknown> }): void {
  useEffect(() => void part.load().catch(() => undefined), [part]);
}
