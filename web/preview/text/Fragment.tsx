import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';

interface Props {
  /** Called for each place where it is shown */
  make(): DocumentFragment;
  component: 'div' | 'code';
  sx?: SxProps<Theme>;
}

/** Shows elements that were not created by React. `make` must stay the same as long as its result does. */
export function Fragment({ make, component, sx = {} }: Props) {
  const holder = useRef<HTMLElement>(null);
  useLayoutEffect(() => holder.current?.replaceChildren(make()), [make]);
  return <Box ref={holder} component={component} sx={sx} />;
}
