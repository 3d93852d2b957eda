import IconButton from '@mui/material/IconButton';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { PopupMenuItem } from './PopupMenu.tsx';

const PopupMenu = lazy(() => import('./PopupMenu.tsx').then((module) => ({ default: module.PopupMenu })));

interface Props {
  label: string;
  children: ReactNode;
  intro?: ReactNode;
  items: readonly PopupMenuItem[];
}

/** A round button that opens a menu. */
export function MenuButton({ label, children, intro, items }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
        sx={{ p: 0, borderRadius: '50%' }}
      >
        {children}
      </IconButton>
      {anchor && (
        <Suspense>
          <PopupMenu
            id={id}
            anchor={anchor}
            isOpen={isOpen}
            intro={intro}
            items={items}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
