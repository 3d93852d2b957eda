import type { ReactNode } from 'react';
import { RequestError } from '../feedback/FormError.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';

interface Props {
  query: { isPending: boolean; error: unknown };
  /** The placeholder while data is loading; a table, unless given */
  skeleton?: ReactNode;
}

/** Shows that data is being loaded, or why it could not be loaded. */
export function QueryStatus({ query, skeleton = <TableSkeleton /> }: Props) {
  return query.isPending ? skeleton : <RequestError error={query.error} />;
}
