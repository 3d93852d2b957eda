import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MailState } from '#sdk/contract/mails.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { MailTable } from './MailTable.tsx';
import { useMails } from './use-mails.ts';

/** Those that need somebody come first. */
const states: readonly MailState[] = ['failed', 'queued', 'sent'];

/** What was mailed, what waits and what was given up. */
export function MailsPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.admin.mails.title'));
  const [params, setParams] = useSearchParams();
  const state = states.find((name) => name === params.get('state')) ?? '';
  const [search, setSearch] = useState('');
  const list = useMails(state, useDeferredValue(search.trim()));
  const mails = list.data?.pages.flatMap((page) => page.mails) ?? [];
  const isFiltered = state !== '' || search.trim() !== '';

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={t('web.admin.mails.title')}>
        <SearchInput
          label={t('web.admin.mails.search')}
          icon={mdiMagnify}
          value={search}
          onChange={setSearch}
        />
        <Box sx={{ width: { xs: '100%', sm: 190 } }}>
          <NativeSelect
            aria-label={t('web.admin.mails.columnState')}
            value={state}
            onChange={({ currentTarget: { value } }) =>
              setParams(value === '' ? {} : { state: value }, { replace: true })
            }
          >
            <option value="">{t('web.admin.mails.all')}</option>
            {states.map((name) => (
              <option key={name} value={name}>
                {t(`web.admin.mails.states.${name}`)}
              </option>
            ))}
          </NativeSelect>
        </Box>
      </PageHeader>
      <Box sx={{ maxWidth: '70ch', color: 'text.secondary' }}>{t('web.admin.mails.intro')}</Box>
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {list.isSuccess && mails.length === 0 && (
        <Box role="status">{t(isFiltered ? 'web.admin.mails.noneFound' : 'web.admin.mails.none')}</Box>
      )}
      {mails.length > 0 && <MailTable mails={mails} />}
      {list.hasNextPage && (
        <MoreButton isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </Box>
  );
}
