import Box from '@mui/material/Box';
import { Search as searchIcon } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Mail, MailState } from '#sdk/contract/mails.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { NativeSelect } from '../../ui/fields/NativeSelect.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, cell, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';

/** The states that need somebody's attention come first. */
const states: readonly MailState[] = ['failed', 'queued', 'sent'];

/** The mails that were sent, are waiting or have failed. */
export function MailsPage() {
  const { t } = useTranslator();
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
          icon={searchIcon}
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
      <QueryStatus query={list} />
      {list.isSuccess && mails.length === 0 && (
        <Box role="status">{t(isFiltered ? 'web.admin.mails.noneFound' : 'web.admin.mails.none')}</Box>
      )}
      {mails.length > 0 && <MailTable mails={mails} />}
      <MoreButton list={list} />
    </Box>
  );
}

const useMails = (state: MailState | '', search: string) =>
  usePagedQuery({
    queryKey: ['mails', 'list', state, search],
    fetchPage: (page) =>
      client.mails.list({ query: { ...page, ...(state && { state }), ...(search && { search }) } }),
  });

const columns: readonly Column[] = [
  { label: 'web.admin.mails.columnRecipient' },
  { label: 'web.admin.mails.columnKind' },
  { label: 'web.admin.mails.columnState' },
  { label: 'web.admin.mails.columnAttempts', isNumeric: true },
  { label: 'web.admin.mails.columnCreated' },
  { label: 'web.admin.mails.columnNext' },
];

function MailTable({ mails }: { mails: readonly Mail[] }) {
  return (
    <DataTable label="web.admin.mails.title" columns={columns} sx={onPhoneStyle}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </DataTable>
  );
}

/** The last column contains a value like the others, not buttons. */
const onPhoneStyle = {
  '@media (max-width: 899.95px)': { '& td:last-of-type': { display: 'contents' } },
} as const;

function MailRow({ mail }: { mail: Mail }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { nextTryAt, sentAt } = mail;
  return (
    <tr role="row">
      <td {...cell(t('web.admin.mails.columnRecipient'))} data-full>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{mail.recipient}</Box>
        {mail.problem !== null && (
          <Box sx={problemStyle}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('web.admin.mails.problem')}
            </Box>{' '}
            {mail.problem}
          </Box>
        )}
      </td>
      <td {...cell(t('web.admin.mails.columnKind'))}>{mailText(translator, mail.kind)}</td>
      <td
        {...cell(t('web.admin.mails.columnState'))}
        title={sentAt === null ? undefined : format.dateTime(sentAt)}
      >
        <StateLabel color={mailColors[mail.state]}>{t(`web.admin.mails.states.${mail.state}`)}</StateLabel>
      </td>
      <td {...cell(t('web.admin.mails.columnAttempts'))} data-numeric>
        {format.number(mail.attempts)}
      </td>
      <td {...cell(t('web.admin.mails.columnCreated'))} title={format.dateTime(mail.createdAt)}>
        {format.relative(mail.createdAt)}
      </td>
      <td
        {...cell(t('web.admin.mails.columnNext'))}
        title={nextTryAt === null ? undefined : format.dateTime(nextTryAt)}
      >
        {nextTryAt === null ? '–' : format.relative(nextTryAt)}
      </td>
    </tr>
  );
}

const problemStyle = {
  maxWidth: 480,
  mt: 0.5,
  typography: 'body2',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
} as const;

/** The description of a kind of mail. Kinds that have no text yet are shown by their name. */
function mailText({ t, has }: Translator, kind: string): string {
  const key = `web.admin.mails.kinds.${kind}`;
  return has(key) ? t(key) : kind;
}

const mailColors = {
  queued: 'warning.main',
  sent: 'success.main',
  failed: 'error.main',
} as const satisfies Record<MailState, string>;
