import OutlinedInput from '@mui/material/OutlinedInput';
import type { IconNode } from 'lucide';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  label: string;
  icon: IconNode;
  value: string;
  onChange(value: string): void;
  /** It was just opened to be written into. */
  autoFocus?: boolean;
  /** As wide as its container on every screen. */
  isWide?: boolean;
}

export function SearchInput({ label, icon, value, onChange, autoFocus = false, isWide = false }: Props) {
  return (
    <OutlinedInput
      type="search"
      autoFocus={autoFocus}
      value={value}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      startAdornment={<Icon icon={icon} size={20} sx={{ color: 'text.secondary' }} />}
      slotProps={{ input: { 'aria-label': label, maxLength: 100 } }}
      sx={{ width: { xs: '100%', sm: isWide ? '100%' : 280 } }}
    />
  );
}
