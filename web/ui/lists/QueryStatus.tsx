import type { ReactNode } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../feedback/FormError.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { RowsSkeleton } from '../feedback/RowsSkeleton.tsx';

interface Props {
  query: { isPending: boolean; isPaused: boolean; error: unknown };
  /** The placeholder while data is loading; a table, unless given */
  skeleton?: ReactNode;
}

/** Shows that data is being loaded, that it waits for the network, or why it could not be loaded. */
export function QueryStatus({ query, skeleton = <RowsSkeleton /> }: Props) {
  const { t } = useTranslator();
  if (!query.isPending) return <RequestError error={query.error} />;
  if (query.isPaused) return <Notice tone="waiting">{t('web.offline.title')}</Notice>;
  return <Loading>{skeleton}</Loading>;
}
