import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IconNode } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '../hooks/use-document-title.ts';
import { Icon } from '../icons/Icon.tsx';
import { BrandedFrame } from '../layout/BrandedFrame.tsx';

interface Props {
  icon: IconNode;
  title: string;
  children?: ReactNode;
  /** Buttons */
  actions?: ReactNode;
  /** Whether something went wrong */
  tone?: 'plain' | 'error';
  /** It replaces what the visitor was just doing: the keyboard and screen readers continue here. */
  isOutcome?: boolean;
}

/** A page with one message, and what to do next. */
export function StatusPage({ icon, title, children, actions, tone = 'plain', isOutcome = false }: Props) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <BrandedFrame sx={pageStyle}>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 64,
          height: 64,
          mb: 3,
          borderRadius: 1.8,
          border: 1,
          borderColor: 'divider',
          bgcolor: tone === 'error' ? 'error.light' : 'background.paper',
          color: tone === 'error' ? 'error.main' : 'text.primary',
        }}
      >
        <Icon icon={icon} size={32} />
      </Box>
      <Typography
        ref={heading}
        variant="h2"
        component="h1"
        tabIndex={isOutcome ? -1 : undefined}
        sx={{ mb: 1.5, outline: 'none' }}
      >
        {title}
      </Typography>
      <Box sx={{ color: 'text.secondary', fontSize: '1.0625rem', lineHeight: 1.6, '& p': { m: 0, mb: 1.5 } }}>
        {children}
      </Box>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>{actions}</Box>}
    </BrandedFrame>
  );
}

const pageStyle = {
  flex: 1,
  alignContent: 'center',
  justifyItems: 'start',
  maxWidth: 560,
  py: { xs: 4, sm: 8 },
} as const;
