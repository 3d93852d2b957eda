import type { ReactNode } from 'react';
import { RequestError } from '../feedback/FormError.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { RowsSkeleton } from '../feedback/RowsSkeleton.tsx';

interface Props {
  query: { isPending: boolean; error: unknown };
  /** The placeholder while data is loading; a table, unless given */
  skeleton?: ReactNode;
}

/** Shows that data is being loaded, or why it could not be loaded. */
export function QueryStatus({ query, skeleton = <RowsSkeleton /> }: Props) {
  return query.isPending ? <Loading>{skeleton}</Loading> : <RequestError error={query.error} />;
}
