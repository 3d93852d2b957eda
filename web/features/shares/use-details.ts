import { useLocation, useNavigate, useSearchParams } from 'react-router';

const param = 'share';

/** Where the details of a share are: beside the list, with its filters kept. */
export function useDetailsLink(): (id: string) => string {
  const { search } = useLocation();
  return (id) => {
    const params = new URLSearchParams(search);
    params.set(param, id);
    return `?${params}`;
  };
}

/** The share whose details the address names, if any. */
export function useDetails(): { id: string | null; open(id: string): void; close(): void } {
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
