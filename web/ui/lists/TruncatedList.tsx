import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';

interface Props {
  items: readonly { key: string; content: ReactNode }[];
  /** The number of items shown */
  limit: number;
  sx: SxProps;
}

/** The first few items, and how many more there are. */
export function TruncatedList({ items, limit, sx }: Props) {
  const { t } = useTranslator();
  const rest = items.length - limit;
  return (
    <Box component="ul" sx={sx}>
      {items.slice(0, limit).map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
      {rest > 0 && <li>{t('web.upload.refusedMore', { count: rest })}</li>}
    </Box>
  );
}
