import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { OpenedPart } from '../feedback/PartBoundary.tsx';
import type { PopupMenuItem } from './PopupMenu.tsx';

export const PopupMenu = lazyPart(async () => (await import('./PopupMenu.tsx')).PopupMenu);

interface Props {
  label: string;
  children: ReactNode;
  intro?: ReactNode;
  items: readonly PopupMenuItem[];
  /** Shows its label, with the picture behind. */
  isText?: boolean;
  /** One of its items is the current page. */
  isCurrent?: boolean;
  /** A plain button, which the list around it draws. */
  className?: string;
}

/** A round button that opens a menu, or one with a text. */
export function MenuButton({
  label,
  children,
  intro,
  items,
  isText = false,
  isCurrent = false,
  className,
}: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const handleFailure = () => {
    setAnchor(null);
    setOpen(false);
  };
  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': id }),
    onClick: (event: MouseEvent<HTMLElement>) => {
      setAnchor(event.currentTarget);
      setOpen(true);
    },
  } as const;
  return (
    <>
      {isText ? (
        <Button
          {...opener}
          aria-current={isCurrent || undefined}
          variant="text"
          endIcon={children}
          sx={[textStyle, isCurrent && currentStyle]}
        >
          {label}
        </Button>
      ) : className !== undefined ? (
        <button type="button" {...opener} aria-label={label} className={className}>
          {children}
        </button>
      ) : (
        <IconButton {...opener} aria-label={label} sx={{ p: 0, borderRadius: '50%' }}>
          {children}
        </IconButton>
      )}
      {anchor && (
        <OpenedPart onClose={handleFailure}>
          <PopupMenu
            id={id}
            anchor={anchor}
            isOpen={isOpen}
            intro={intro}
            items={items}
            onClose={() => setOpen(false)}
          />
        </OpenedPart>
      )}
    </>
  );
}

const currentStyle = { color: 'text.primary', bgcolor: 'action.hover' } as const;

const textStyle = {
  px: 1.75,
  borderRadius: 1,
  fontSize: '0.875rem',
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
} as const;
