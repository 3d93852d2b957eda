import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { BrandedFrame } from '../../ui/layout/BrandedFrame.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Other links */
  links?: ReactNode;
}

/** A narrow page with one form. */
export function AuthFrame({ title, text, children, links }: Props) {
  useDocumentTitle(title);
  return (
    <BrandedFrame sx={{ maxWidth: 400, my: 'auto', py: { xs: 2, sm: 4 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {text !== undefined && <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>}
      <Box sx={{ display: 'grid', gap: 2.5, mt: 4 }}>{children}</Box>
      {links !== undefined && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 3,
            rowGap: 0.5,
            mt: 3,
            typography: 'body2',
            '& > *': { display: 'inline-flex', alignItems: 'center', minHeight: 32 },
          }}
        >
          {links}
        </Box>
      )}
    </BrandedFrame>
  );
}
