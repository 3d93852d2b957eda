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
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
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
    <DataTable label="web.admin.mails.title" columns={columns}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </DataTable>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { nextTryAt, sentAt } = mail;
  return (
    <tr role="row">
      <td role="cell" data-name>
        <Box sx={{ fontSize: '0.9375rem', fontWeight: 560, lineHeight: '24px', overflowWrap: 'anywhere' }}>
          {mail.recipient}
        </Box>
        <Box data-summary>
          <StateLabel color={mailColors[mail.state]}>{t(`web.admin.mails.states.${mail.state}`)}</StateLabel>
          {['', mailText(translator, mail.kind), format.relative(mail.createdAt)].join(' · ')}
        </Box>
        <Problem mail={mail} />
      </td>
      <td role="cell">{mailText(translator, mail.kind)}</td>
      <td role="cell" title={sentAt === null ? undefined : format.dateTime(sentAt)}>
        <StateLabel color={mailColors[mail.state]}>{t(`web.admin.mails.states.${mail.state}`)}</StateLabel>
      </td>
      <td role="cell" data-numeric>
        {format.number(mail.attempts)}
      </td>
      <td role="cell" title={format.dateTime(mail.createdAt)}>
        {format.relative(mail.createdAt)}
      </td>
      <td role="cell" title={nextTryAt === null ? undefined : format.dateTime(nextTryAt)}>
        {nextTryAt === null ? '–' : format.relative(nextTryAt)}
      </td>
    </tr>
  );
}

/** What went wrong in a sentence, and on demand as the mail server or the connection reported it. */
function Problem({ mail: { problem, error } }: { mail: Mail }) {
  const { t } = useTranslator();
  if (problem === null) return null;
  return (
    <Box sx={problemStyle}>
      {problem}
      {error !== null && error !== problem && (
        <details>
          <summary>{t('web.admin.mails.details')}</summary>
          <code>{error}</code>
        </details>
      )}
    </Box>
  );
}

const problemStyle = {
  maxWidth: 520,
  mt: 0.5,
  typography: 'body2',
  color: 'text.secondary',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  '& summary': {
    width: 'fit-content',
    py: { xs: 1.25, md: 0.25 },
    color: 'text.caption',
    cursor: 'pointer',
    '&:hover': { color: 'text.primary' },
  },
  '& code': { display: 'block', pb: 0.5 },
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
