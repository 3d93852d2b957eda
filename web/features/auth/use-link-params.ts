import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The parameters of a mailed link after the `#`, which browsers never send. They are removed from the address bar
 * immediately: nobody can read them there, and they are not in the history.
 */
export function useLinkParams(): URLSearchParams {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [given, setGiven] = useState(hash);
  if (hash !== '' && hash !== given) setGiven(hash);
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return new URLSearchParams(given.slice(1));
}
