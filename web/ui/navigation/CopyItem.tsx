import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { Check as checkIcon } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { drawnCheck } from '../icons/drawn-check.ts';
import { Icon } from '../icons/Icon.tsx';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { useCopied } from '../links/use-copy.ts';

export interface Copying {
  value: string;
  /** Announced when it has been copied */
  doneMessage: string;
}

interface Props {
  copy: Copying;
  children: ReactNode;
  /** It has said for a moment that the text is copied. */
  onDone(): void;
}

const shownForMilliseconds = 1200;

/** An item of a menu that copies a text. It says so itself before the menu closes; its width stays the same. */
export function CopyItem({ copy: { value, doneMessage }, children, onDone, ...item }: Props) {
  const { t } = useTranslator();
  const { isCopied, copy } = useCopied();
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(onDone, shownForMilliseconds);
    return () => clearTimeout(timer);
  }, [isCopied, onDone]);
  return (
    <>
      <MenuItem {...item} onClick={() => void copy(value)} sx={itemStyle}>
        <Box component="span" aria-hidden={isCopied} sx={[faceStyle, isCopied && { visibility: 'hidden' }]}>
          {children}
        </Box>
        {isCopied && (
          <Box component="span" sx={[faceStyle, { color: 'success.main' }]}>
            <Icon icon={checkIcon} sx={drawnCheck} />
            {t('web.common.copied')}
          </Box>
        )}
      </MenuItem>
      {/* A menu that is open hides everything else from screen readers. */}
      <Box component="li" role="none" sx={visuallyHidden}>
        <span role="status">{isCopied && doneMessage}</span>
      </Box>
    </>
  );
}

const itemStyle = { display: 'grid' } as const;

const faceStyle = { gridArea: '1 / 1', display: 'flex', alignItems: 'center', gap: 'inherit' } as const;
