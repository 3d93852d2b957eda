import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { matchPath, NavLink, useLocation } from 'react-router';
import { forward } from '../../lib/direction.ts';
import { Icon } from '../icons/Icon.tsx';
import { CopyItem, type Copying } from './CopyItem.tsx';

export interface PopupMenuItem {
  key: string;
  /** Before the label */
  icon?: IconNode;
  label: ReactNode;
  /** A link, something to copy, or else something to do */
  path?: string;
  copy?: Copying;
  onSelect?: () => void;
}

export interface Props {
  id: string;
  anchor: HTMLElement;
  isOpen: boolean;
  /** Above the items */
  intro?: ReactNode;
  items: readonly PopupMenuItem[];
  onClose(): void;
}

/** A menu below a button of the header, at the end of the line. Loaded when it is first opened. */
export function PopupMenu({ id, anchor, isOpen, intro, items, onClose }: Props) {
  const { pathname } = useLocation();
  const horizontal = forward() === 1 ? 'right' : 'left';
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={isOpen}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: 'top', horizontal }}
    >
      {intro}
      {items.map(({ key, icon, label, path, copy, onSelect }) => {
        const handleClick = () => {
          onClose();
          onSelect?.();
        };
        const content = (
          <>
            {icon !== undefined && <Icon icon={icon} size={20} />}
            {label}
          </>
        );
        if (copy) {
          return (
            <CopyItem key={key} copy={copy} onDone={onClose}>
              {content}
            </CopyItem>
          );
        }
        return path === undefined ? (
          <MenuItem key={key} onClick={handleClick}>
            {content}
          </MenuItem>
        ) : (
          <MenuItem
            key={key}
            component={NavLink}
            to={path}
            end
            // The keyboard starts there.
            selected={matchPath(path, pathname) !== null}
            onClick={handleClick}
          >
            {content}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
