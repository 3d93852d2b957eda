import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ViewProps } from './preview-kinds.ts';
import { NotATextError, readText, type TextContent } from './text-content.ts';

/** The text of a file; `data` is missing while it loads and when it cannot be read. */
export function useText({ file, url, onUnsupported, onFailure }: ViewProps) {
  const text = useQuery<TextContent>({
    queryKey: ['preview', 'text', url],
    queryFn: ({ signal }) => readText(url, file.size, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const { error } = text;
  useEffect(() => {
    if (error instanceof NotATextError) onUnsupported();
    else if (error) onFailure();
  }, [error, onUnsupported, onFailure]);
  return text;
}
