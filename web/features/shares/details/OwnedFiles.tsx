import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Trash as trashIcon } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import type { OwnerFile } from '#sdk/contract/files.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { useNotifier } from '../../../lib/notify.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { RequestError } from '../../../ui/feedback/FormError.tsx';
import { FileTile } from '../../../ui/files/FileTile.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { useVirtualRows } from '../../../ui/lists/use-virtual-rows.ts';
import { useOwnedFiles, useRemoveFile } from '../share-queries.ts';
import { isDraft } from '../share-states.ts';

interface Props {
  share: ShareDetails;
  /** The part that appends files */
  children: ReactNode;
}

/** The files of a share with their downloads. Only visible rows are rendered, and only their pages are fetched. */
export function OwnedFiles({ share, children }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const list = useOwnedFiles(share.id);
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  // The server guarantees that a published share is never empty.
  const isOnly = total === 1 && !isDraft(share);
  const canRemove = share.can.removeFile && !isOnly;
  const [toRemove, setToRemove] = useState<OwnerFile | null>(null);
  const { ref, height, first, end } = useVirtualRows<HTMLUListElement>(total, ownedFileHeight);
  const { hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = list;
  const isShort = hasNextPage && end > files.length;
  useEffect(() => {
    // A failed page is fetched again only on request.
    if (isShort && !isFetching && !isError) void fetchNextPage();
  }, [isShort, isFetching, isError, fetchNextPage]);

  return (
    <Box
      component="section"
      aria-label={t('web.share.files')}
      sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}
    >
      <Typography variant="h3">
        {t('web.upload.summary', { count: share.fileCount, size: format.bytes(share.size) })}
      </Typography>
      {children}
      {isError && (
        <>
          <RequestError error={list.error} />
          <Button
            variant="outlined"
            loading={isFetching}
            onClick={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
            sx={{ justifySelf: 'start' }}
          >
            {t('web.upload.retry')}
          </Button>
        </>
      )}
      {total > 0 && (
        <Box component="ul" role="list" ref={ref} sx={listStyle} style={{ height: height + 2 }}>
          {files.slice(first, end).map((file, index) => (
            <OwnedFileRow
              key={file.id}
              file={file}
              position={{ index: first + index, count: total }}
              onRemove={canRemove ? () => setToRemove(file) : undefined}
            />
          ))}
        </Box>
      )}
      {isOnly && share.can.removeFile && (
        <Box component="p" sx={{ m: 0, typography: 'body2', color: 'text.secondary' }}>
          {t('web.shares.onlyFileHint')}
        </Box>
      )}
      {toRemove && <RemoveFileDialog shareId={share.id} file={toRemove} onClose={() => setToRemove(null)} />}
    </Box>
  );
}

const listStyle = {
  position: 'relative',
  m: 0,
  p: 0,
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.6,
  bgcolor: 'background.paper',
  overflow: 'clip',
} as const;

interface RemoveFileDialogProps {
  shareId: string;
  file: OwnerFile;
  onClose(): void;
}

/** Asks before a file is deleted from a share. */
function RemoveFileDialog({ shareId, file, onClose }: RemoveFileDialogProps) {
  const { t } = useTranslator();
  const format = useFormat();
  const { notify } = useNotifier();
  const remove = useRemoveFile(shareId);
  const handleConfirm = () =>
    remove.mutateAsync(file.id, {
      onSuccess: () => {
        onClose();
        notify(t('web.shares.fileRemoved'), 'success');
      },
    });
  return (
    <ConfirmDialog
      title={t('web.shares.removeFileTitle')}
      text={t('web.shares.removeFileText', { name: file.path, size: format.bytes(file.size) })}
      confirmLabel={t('web.shares.removeConfirm')}
      mutation={remove}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}

/** Pixels. All rows have the same height, so that nothing is measured. */
const ownedFileHeight = 64;

interface OwnedFileRowProps {
  file: OwnerFile;
  position: { index: number; count: number };
  /** Missing if the file cannot be deleted */
  onRemove: (() => void) | undefined;
}

function OwnedFileRow({ file, position, onRemove }: OwnedFileRowProps) {
  const { t } = useTranslator();
  const format = useFormat();
  const { index, count } = position;
  const downloads = t('web.shares.fileDownloads', { count: file.downloads });
  const held = file.held && [t(`web.share.held.${file.held}`), file.malware].filter(Boolean).join(': ');
  return (
    <Box
      component="li"
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${index * ownedFileHeight}px)` }}
      sx={{ ...rowStyle, borderTop: index === 0 ? 0 : 1, borderColor: 'divider' }}
    >
      <FileTile name={file.name} size={36} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box title={file.path} sx={{ ...lineStyle, fontWeight: 550 }}>
          {file.path}
        </Box>
        <Box
          title={file.lastDownloadAt === null ? undefined : format.dateTime(file.lastDownloadAt)}
          sx={{ ...lineStyle, typography: 'caption', color: 'text.secondary' }}
        >
          {[format.bytes(file.size), downloads, ...(held ? [held] : [])].join(' · ')}
        </Box>
      </Box>
      <IconButton
        aria-label={t('web.shares.remove', { name: file.path })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <Icon icon={trashIcon} size={20} />
      </IconButton>
    </Box>
  );
}

const rowStyle = {
  position: 'absolute',
  inset: '0 0 auto 0',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  height: ownedFileHeight,
  pl: 2,
  pr: 1,
} as const;

const lineStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
