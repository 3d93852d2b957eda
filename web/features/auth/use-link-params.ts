import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * What a mailed link says behind its `#`, which browsers never send. It leaves the address bar at once: nobody else
 * reads it there, and it is not in the history.
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
