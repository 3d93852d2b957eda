import { mdiMagnify, mdiTrayArrowUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { ShareTable } from './ShareTable.tsx';
import { titleOf } from './title-of.ts';
import { useMyShares, useRemoveShare } from './use-my-shares.ts';

export function MySharesPage() {
  const translator = useTranslator();
  const { t } = translator;
  const { notify, notifyError } = useNotifier();
  useDocumentTitle(t('web.shares.title'));
  const [search, setSearch] = useState('');
  const list = useMyShares(useDeferredValue(search.trim()));
  const remove = useRemoveShare();
  const [toRemove, setToRemove] = useState<OwnerShare | null>(null);
  const shares = list.data?.pages.flatMap((page) => page.shares) ?? [];
  const isEmpty = list.isSuccess && shares.length === 0;

  const handleRemove = async () => {
    if (!toRemove) return;
    setToRemove(null);
    await remove.mutateAsync(toRemove.id, {
      onSuccess: () => notify(t('web.shares.removed'), 'success'),
      onError: notifyError,
    });
  };

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h2" component="h1" sx={{ mr: 'auto' }}>
          {t('web.shares.title')}
        </Typography>
        {(!isEmpty || search !== '') && (
          <SearchInput label={t('web.shares.search')} icon={mdiMagnify} value={search} onChange={setSearch} />
        )}
      </Box>
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {isEmpty && (search === '' ? <NoShares /> : <p>{t('web.shares.noneFound', { search })}</p>)}
      {shares.length > 0 && <ShareTable shares={shares} onRemove={setToRemove} />}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          sx={{ justifySelf: 'center' }}
        >
          {t('web.common.more')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={toRemove !== null}
        title={t('web.shares.removeTitle')}
        text={t('web.shares.removeText', {
          name: toRemove ? titleOf(toRemove) : '',
          count: toRemove?.fileCount ?? 0,
        })}
        confirmLabel={t('web.shares.removeConfirm')}
        cancelLabel={t('web.common.cancel')}
        onCancel={() => setToRemove(null)}
        onConfirm={handleRemove}
      />
    </Box>
  );
}

function NoShares() {
  const { t } = useTranslator();
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 3,
        py: { xs: 6, sm: 10 },
        textAlign: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.8,
        bgcolor: 'background.paper',
      }}
    >
      <Icon path={mdiTrayArrowUp} size={40} sx={{ color: 'text.secondary', mb: 1 }} />
      <Typography variant="h3" component="h2">
        {t('web.shares.emptyTitle')}
      </Typography>
      <Box sx={{ color: 'text.secondary', maxWidth: 400, mb: 2 }}>{t('web.shares.emptyText')}</Box>
      <Button component={Link} to={paths.upload} variant="contained" color="primary">
        {t('web.shares.emptyAction')}
      </Button>
    </Box>
  );
}
