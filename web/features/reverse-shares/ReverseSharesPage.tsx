import { mdiInboxArrowDownOutline, mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useState } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { expirationChoices, initialExpiration } from '../../ui/fields/expiration-choices.ts';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { TableSkeleton } from '../../ui/lists/TableSkeleton.tsx';
import { ReverseShareFields } from './ReverseShareFields.tsx';
import { ReverseShareLinkDialog } from './ReverseShareLinkDialog.tsx';
import { ReverseShareRow } from './ReverseShareRow.tsx';
import { useReverseShareForm } from './use-reverse-share-form.ts';
import { useCreateReverseShare, useReverseShares } from './use-reverse-shares.ts';

export function ReverseSharesPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.reverseShares.title'));
  const [search, setSearch] = useState('');
  const list = useReverseShares(useDeferredValue(search.trim()));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<ReverseShare | null>(null);
  const reverseShares = list.data?.pages.flatMap((page) => page.reverseShares) ?? [];
  const isEmpty = list.isSuccess && reverseShares.length === 0;
  const hasNone = isEmpty && search.trim() === '';

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PageHeader title={t('web.reverseShares.title')}>
        {list.data && !hasNone && (
          <>
            <SearchInput
              label={t('web.reverseShares.search')}
              icon={mdiMagnify}
              value={search}
              onChange={setSearch}
            />
            <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
              {t('web.reverseShares.create')}
            </Button>
          </>
        )}
      </PageHeader>
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {hasNone && <NoReverseShares onCreate={() => setCreating(true)} />}
      {isEmpty && !hasNone && <Box role="status">{t('web.reverseShares.noneFound', { search })}</Box>}
      {reverseShares.length > 0 && <ReverseShareTable reverseShares={reverseShares} />}
      {list.hasNextPage && (
        <MoreButton isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {isCreating && (
        <CreateReverseShareDialog
          onClose={() => setCreating(false)}
          onCreated={(reverseShare) => {
            setCreating(false);
            setCreated(reverseShare);
          }}
        />
      )}
      {created && <ReverseShareLinkDialog isNew reverseShare={created} onClose={() => setCreated(null)} />}
    </Box>
  );
}

const columns: readonly Column[] = [
  { label: 'web.reverseShares.columnName' },
  { label: 'web.reverseShares.columnState' },
  { label: 'web.reverseShares.columnReceived', isNumeric: true },
  { label: 'web.reverseShares.columnUses', isNumeric: true },
  { label: 'web.reverseShares.columnEnds' },
];

function ReverseShareTable({ reverseShares }: { reverseShares: readonly ReverseShare[] }) {
  return (
    <DataTable label="web.reverseShares.title" columns={columns} lastColumn="web.share.columnActions">
      {reverseShares.map((reverseShare) => (
        <ReverseShareRow key={reverseShare.id} reverseShare={reverseShare} />
      ))}
    </DataTable>
  );
}

function NoReverseShares({ onCreate }: { onCreate(): void }) {
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
      <Icon path={mdiInboxArrowDownOutline} size={40} sx={{ color: 'text.secondary', mb: 1 }} />
      <Typography variant="h3" component="h2">
        {t('web.reverseShares.emptyTitle')}
      </Typography>
      <Box sx={{ color: 'text.secondary', maxWidth: 440, mb: 2 }}>{t('web.reverseShares.emptyText')}</Box>
      <Button variant="contained" color="primary" onClick={onCreate}>
        {t('web.reverseShares.create')}
      </Button>
    </Box>
  );
}

interface Props {
  onClose(): void;
  onCreated(reverseShare: ReverseShare): void;
}

/** How long a link usually works, where the instance lets it. */
const usualExpiration = '7-days';

function CreateReverseShareDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslator();
  const config = useConfig();
  const defaultExpiration = config('share.defaultExpiration');
  const now = new Date();
  const allowed = (wanted: string) =>
    initialExpiration(expirationChoices(wanted, config('share.maxExpiration'), now), wanted, now);
  const form = useReverseShareForm({
    name: '',
    description: '',
    expiration: allowed(usualExpiration),
    shareExpiration: allowed(defaultExpiration),
    password: '',
    sendsNotification: config('smtp.enabled'),
    requiresSignIn: false,
    hasSimpleForm: false,
  });
  const create = useCreateReverseShare();

  const handleSubmit = form.handleSubmit(async ({ shareExpiration, ...body }) => {
    // What is usual here stays so when that changes.
    const isOwn = shareExpiration !== undefined && shareExpiration !== defaultExpiration;
    await create.mutateAsync(
      { ...body, ...(isOwn && { shareExpiration }) },
      { onSuccess: onCreated, onError: form.showServerIssues },
    );
  });

  return (
    <FormDialog
      isLong
      title={t('web.reverseShares.createTitle')}
      intro={t('web.reverseShares.createIntro')}
      submitLabel={t('web.reverseShares.createConfirm')}
      isPending={create.isPending}
      error={form.generalProblem(create.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ReverseShareFields form={form} />
    </FormDialog>
  );
}
