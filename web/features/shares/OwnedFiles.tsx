import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import type { OwnerFile } from '#sdk/contract/files.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { OwnedFileRow, ownedFileHeight } from './OwnedFileRow.tsx';
import { RemoveFileDialog } from './RemoveFileDialog.tsx';
import { isDraft } from './share-states.ts';
import { useOwnedFiles } from './use-share-details.ts';

interface Props {
  share: ShareDetails;
  /** The place where files are added */
  children: ReactNode;
}

/** The files of a share with how often each was taken. Only the rows in sight are drawn, and only their pages fetched. */
export function OwnedFiles({ share, children }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const list = useOwnedFiles(share.id);
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  // As the server says: what is published is never empty.
  const isOnly = total === 1 && !isDraft(share);
  const [toRemove, setToRemove] = useState<OwnerFile | null>(null);
  const { ref, height, first, end } = useRowWindow<HTMLUListElement>(total, ownedFileHeight);
  const { hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = list;
  const isShort = hasNextPage && end > files.length;
  useEffect(() => {
    // A page that fails is asked for again only by somebody who wants it.
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
          <FormError>{describeError(translator, list.error)}</FormError>
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
              onRemove={isOnly ? undefined : () => setToRemove(file)}
            />
          ))}
        </Box>
      )}
      {isOnly && (
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
