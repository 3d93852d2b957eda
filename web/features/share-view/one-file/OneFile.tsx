import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { phoneScreen } from '../../../app/theme.ts';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { lazyPart } from '../../../lib/loading/lazy-part.tsx';
import { client } from '../../../lib/sdk.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { OpenedPart } from '../../../ui/feedback/PartBoundary.tsx';
import { FileTile } from '../../../ui/files/FileTile.tsx';
import { CopyField } from '../../../ui/links/CopyField.tsx';
import { Disclosure } from '../Disclosure.tsx';
import { DownloadStatus, MainDownload } from '../DownloadButton.tsx';
import type { Download } from '../download.ts';
import { usePreviewAddress, usePreviewLink } from '../files/preview-address.ts';
import { commonType, compositionOf } from '../hero/composition.ts';
import { ExpiryChip } from '../hero/ExpiryChip.tsx';
import { Message } from '../hero/Message.tsx';
import { Sentence } from '../hero/Sentence.tsx';
import { ReachBar } from '../ReachBar.tsx';
import { ShareNotes } from '../ShareNotes.tsx';
import { useReloadShare } from '../use-share-view.ts';
import { Desk } from './Desk.tsx';

const PreviewDialog = lazyPart(
  async () => (await import('../../../preview/PreviewDialog.tsx')).PreviewDialog,
);

export interface Props {
  share: Share;
  file: ShareFile;
  title: string;
  download: Download;
}

/** A share of one file: the file itself, large, and beside it who sent it and the button to get it. */
export function OneFile({ share, file, title, download }: Props) {
  const { t } = useTranslator();
  const preview = usePreviewAddress();
  const { open } = usePreviewLink(file.path);
  const reload = useReloadShare(share.id);
  const parts = compositionOf([file]);
  return (
    <ReachBar share={share} title={title} parts={parts} prints={[file]} download={download}>
      <Box sx={pageStyle}>
        <Desk shareId={share.id} file={file} onEnlarge={open} onFailure={reload} />
        <Box sx={sideStyle}>
          {preview.path !== null && preview.path !== file.path && (
            <Box sx={{ mb: 2 }}>
              <Notice>{t('web.share.fileGone', { path: preview.path })}</Notice>
            </Box>
          )}
          <Sentence sender={share.sender} type={commonType(parts)} fileCount={1} />
          <Typography component="h1" sx={titleStyle}>
            {title}
          </Typography>
          <FileFact file={file} showsName={title !== file.name} />
          {share.description && <Message sx={messageStyle}>{share.description}</Message>}
          <Box sx={{ mt: 3.5 }}>
            <MainDownload download={download} isWide />
          </Box>
          <DownloadStatus download={download} />
          <Box sx={{ mt: 2.25, mb: 3, [phoneScreen]: { mt: 0 } }}>
            <ExpiryChip expiresAt={share.expiresAt} />
          </Box>
          <Box sx={{ mb: 3, '&:empty': { display: 'none' } }}>
            <ShareNotes share={share} />
          </Box>
          <Disclosure title={t('web.share.fileDetails')}>
            <Facts file={file} />
          </Disclosure>
          {share.hasDirectLinks && (
            <Disclosure title={t('web.preview.directLink')}>
              <CopyField
                value={client.directUrl(share.id, file.path)}
                label={t('web.preview.directLink')}
                doneMessage={t('web.share.directLinkCopied')}
              />
            </Disclosure>
          )}
        </Box>
        {preview.path === file.path && (
          <OpenedPart onClose={preview.close}>
            <PreviewDialog
              shareId={share.id}
              files={[file]}
              file={file}
              hasDirectLinks={share.hasDirectLinks}
              onShow={() => undefined}
              onClose={preview.close}
              onFailure={reload}
            />
          </OpenedPart>
        )}
      </Box>
    </ReachBar>
  );
}

/** What the file is: its name where the title is another one, and its size. */
function FileFact({ file, showsName }: { file: ShareFile; showsName: boolean }) {
  const { bytes } = useFormat();
  const pixels =
    file.thumbnail && file.preview === 'image' && `${file.thumbnail.width} × ${file.thumbnail.height}`;
  const facts = [showsName && file.name, pixels, bytes(file.size)].filter(Boolean);
  return (
    <Box sx={factStyle}>
      <FileTile name={file.name} size={36} />
      <span>{facts.join(' · ')}</span>
    </Box>
  );
}

function Facts({ file }: { file: ShareFile }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box component="dl" sx={factsStyle}>
        <dt>{t('web.preview.path')}</dt>
        <dd>{file.path}</dd>
        <dt>{t('web.share.columnSize')}</dt>
        <dd>{format.bytes(file.size)}</dd>
        <dt>{t('web.preview.added')}</dt>
        <dd>{format.dateTime(file.createdAt)}</dd>
      </Box>
      <CopyField value={file.sha256} label="SHA-256" doneMessage={t('web.share.hashCopied')} />
    </Box>
  );
}

const pageStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 280px', md: 'minmax(0, 1fr) 320px', lg: 'minmax(0, 1fr) 380px' },
  gap: { xs: 3, md: 4, lg: 6 },
  alignItems: 'start',
  mt: -1,
  [phoneScreen]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 },
} as const;

const sideStyle = {
  position: 'sticky',
  top: 88,
  minWidth: 0,
  pt: 1.5,
  [phoneScreen]: { position: 'static', pt: 0 },
} as const;

const titleStyle = {
  mt: 2.5,
  typography: 'display',
  fontSize: 'clamp(1.75rem, 1.4rem + 1.2vw, 2.5rem)',
  lineHeight: 1.08,
  overflowWrap: 'anywhere',
  [phoneScreen]: { mt: 1.5 },
} as const;

const factStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mt: 1.75,
  fontSize: '0.875rem',
  fontWeight: 560,
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const;

const messageStyle = { mt: 2.75, pl: 2.25, borderLeft: 3, borderColor: 'primary.line' } as const;

const factsStyle = {
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  m: 0,
  '& dd': { m: 0, color: 'text.primary', overflowWrap: 'anywhere' },
} as const;
