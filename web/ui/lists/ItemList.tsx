import Box from '@mui/material/Box';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { SkeletonBar } from '../feedback/SkeletonBar.tsx';
import { Icon } from '../icons/Icon.tsx';

const frame = {
  m: 0,
  p: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
};
const row = {
  minHeight: 64,
  px: { xs: 2, sm: 2.5 },
  py: 1.25,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

const itemStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  gap: 1.5,
} as const;

const tileStyle = {
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  borderRadius: 1,
  bgcolor: 'paper.sunken',
  color: 'text.secondary',
} as const;

/** A short list whose items have a name, some facts and a button. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // VoiceOver ignores a list without bullets unless it has the role.
    <Box component="ul" role="list" aria-label={label} sx={{ ...frame, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

interface ItemProps {
  icon: IconNode;
  title: ReactNode;
  /** Beside the title: a mark, a badge */
  mark?: ReactNode;
  facts: ReactNode;
  action?: ReactNode;
}

export function Item({ icon, title, mark, facts, action }: ItemProps) {
  return (
    <Box component="li" sx={{ ...row, ...itemStyle }}>
      <Box aria-hidden sx={tileStyle}>
        <Icon icon={icon} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Box component="span" sx={{ fontSize: '0.9375rem', fontWeight: 560, overflowWrap: 'anywhere' }}>
            {title}
          </Box>
          {mark}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.caption' }}>{facts}</Box>
      </Box>
      {action !== undefined && action !== false && <Box sx={{ gridColumn: { xs: 2, sm: 3 } }}>{action}</Box>}
    </Box>
  );
}

export function ItemListSkeleton() {
  return (
    <Box sx={frame}>
      {[38, 30].map((width) => (
        <Box key={width} sx={{ ...row, ...itemStyle }}>
          <SkeletonBar width={44} height={44} />
          <div>
            <SkeletonBar width={`${width}%`} height={14} />
            <SkeletonBar width={`${width * 1.6}%`} height={12} />
          </div>
        </Box>
      ))}
    </Box>
  );
}
