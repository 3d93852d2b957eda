import OutlinedInput from '@mui/material/OutlinedInput';
import type { IconNode } from 'lucide';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  label: string;
  icon: IconNode;
  value: string;
  onChange(value: string): void;
}

export function SearchInput({ label, icon, value, onChange }: Props) {
  return (
    <OutlinedInput
      type="search"
      value={value}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      startAdornment={<Icon icon={icon} size={20} sx={{ color: 'text.secondary' }} />}
      slotProps={{ input: { 'aria-label': label, maxLength: 100 } }}
      sx={{ width: { xs: '100%', sm: 280 } }}
    />
  );
}
