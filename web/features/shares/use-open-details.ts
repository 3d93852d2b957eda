import { useLocation, useNavigate, useSearchParams } from 'react-router';

const param = 'share';

/** Links to the details of a share, beside the list with its filters. */
export function useDetailsLink(): (id: string) => string {
  const { search } = useLocation();
  return (id) => {
    const params = new URLSearchParams(search);
    params.set(param, id);
    return `?${params}`;
  };
}

/** The share whose details are open, as the address says. */
export function useOpenDetails(): { id: string | null; open(id: string): void; close(): void } {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const linkTo = useDetailsLink();
  return {
    id: params.get(param),
    open: (id) => void navigate(linkTo(id)),
    close: () => {
      const rest = new URLSearchParams(params);
      rest.delete(param);
      void navigate({ search: rest.toString() }, { replace: true });
    },
  };
}
