import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Clock as clockIcon, Files as filesIcon, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import type { Share } from '#sdk/contract/shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { SkeletonBar } from '../../ui/feedback/SkeletonBar.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { DownloadAll } from './DownloadAll.tsx';
import { fileRowHeight } from './files/EntryRow.tsx';
import { FileBrowser } from './files/FileBrowser.tsx';
import { ShareNotes } from './ShareNotes.tsx';
import { useShareFiles } from './use-share-view.ts';

export function OpenedShare({ share }: { share: Share }) {
  const { t } = useTranslator();
  const files = useShareFiles(share);
  const [onlyFile] = share.fileCount === 1 ? (files.data ?? []) : [];
  const title = share.name ?? onlyFile?.name ?? t('web.share.untitled');
  useDocumentTitle(title);

  return (
    <Box sx={{ display: 'grid', gap: { xs: 3, sm: 4 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) auto' },
          gap: { xs: 2.5, md: 4 },
          alignItems: 'end',
        }}
      >
        <Box>
          <Typography variant="h1" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <ShareFacts share={share} />
        </Box>
        <DownloadAll share={share} onlyFile={onlyFile} />
      </Box>
      {share.description && <Message>{share.description}</Message>}
      <ShareNotes share={share} />
      {files.isPending && <FileListSkeleton rows={Math.min(share.fileCount, 6)} />}
      <RequestError error={files.error} />
      {files.data && <FileBrowser share={share} files={files.data} />}
      {share.fileCount > 0 && <Checksums id={share.id} />}
    </Box>
  );
}

/** The checksums, for visitors who verify their downloads. */
function Checksums({ id }: { id: string }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
      <Box
        component="a"
        href={client.sha256sumsUrl(id)}
        download
        sx={{ textUnderlineOffset: '0.2em', '&:hover': { color: 'text.primary' } }}
      >
        {t('web.share.checksums')}
      </Box>
    </Box>
  );
}

/** The message of the sender, as it was typed. */
function Message({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        maxWidth: '44em',
        pl: 2.5,
        borderLeft: 3,
        borderColor: 'divider',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        fontSize: '1.0625rem',
        lineHeight: 1.6,
      }}
    >
      {children}
    </Box>
  );
}

function ShareFacts({ share }: { share: Share }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.75, color: 'text.secondary' }}>
      <Fact icon={filesIcon}>
        {t('web.share.fileCount', { count: share.fileCount })} · {format.bytes(share.size)}
      </Fact>
      <Fact icon={clockIcon} title={share.expiresAt === null ? undefined : format.dateTime(share.expiresAt)}>
        {share.expiresAt === null
          ? t('web.share.expiresNever')
          : t('web.share.expires', {
              relative: format.relative(share.expiresAt),
              date: format.deadline(share.expiresAt),
            })}
      </Fact>
    </Box>
  );
}

interface FactProps {
  icon: IconNode;
  title?: string | undefined;
  children: ReactNode;
}

function Fact({ icon, title, children }: FactProps) {
  return (
    <Box title={title} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Icon icon={icon} size={20} sx={{ mt: 0.25 }} />
      <span>{children}</span>
    </Box>
  );
}

/** A placeholder in the shape of the list. */
function FileListSkeleton({ rows }: { rows: number }) {
  return (
    <Box
      aria-busy="true"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1.6, bgcolor: 'background.paper' }}
    >
      {Array.from({ length: rows }, (_, index) => (
        <Box
          key={index}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            height: fileRowHeight,
            px: 2.5,
            borderTop: index === 0 ? 0 : 1,
            borderColor: 'divider',
          }}
        >
          <SkeletonBar width={38} height={38} />
          <SkeletonBar width={`${30 + ((index * 17) % 30)}%`} height={14} />
        </Box>
      ))}
    </Box>
  );
}
