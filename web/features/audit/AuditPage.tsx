import { mdiTrayArrowDown } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditTable } from './AuditTable.tsx';
import { exportAddress, useAudit } from './use-audit.ts';
import { useFilters } from './use-filters.ts';

/** What happened on this instance, newest first. */
export function AuditPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.admin.audit.title'));
  const [filters, setFilters] = useFilters();
  const log = useAudit(useDeferredValue(filters));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={t('web.admin.audit.title')}>
        <Button
          component="a"
          href={exportAddress(filters)}
          download
          variant="outlined"
          startIcon={<Icon path={mdiTrayArrowDown} size={20} />}
        >
          {t('web.admin.audit.export')}
        </Button>
      </PageHeader>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      {log.isPending && <TableSkeleton />}
      {log.isError && <FormError>{describeError(translator, log.error)}</FormError>}
      {log.isSuccess && entries.length === 0 && <p>{t('web.admin.audit.noneFound')}</p>}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <MoreButton isBusy={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />
      )}
    </Box>
  );
}
