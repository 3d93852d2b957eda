import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { ChevronLeft as chevronLeftIcon, ChevronRight as chevronRightIcon } from 'lucide';
import { tabularNumbers } from '../app/theme.ts';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

interface Props {
  hasPrevious: boolean;
  hasNext: boolean;
  /** "3 of 12" */
  position: string;
  onStep(by: number): void;
}

/** The buttons stay in place and keep the focus at both ends. */
export function StepButtons({ hasPrevious, hasNext, position, onStep }: Props) {
  const { t } = useTranslator();
  return (
    <Box sx={barStyle}>
      <IconButton
        aria-label={t('web.preview.previous')}
        aria-disabled={!hasPrevious}
        onClick={() => onStep(-1)}
        sx={{ gridArea: { sm: 'previous' }, ...buttonStyle(hasPrevious) }}
      >
        <Icon icon={chevronLeftIcon} size={28} />
      </IconButton>
      <Box
        aria-hidden
        sx={{ display: { sm: 'none' }, ...tabularNumbers, typography: 'body2', color: 'text.secondary' }}
      >
        {position}
      </Box>
      <IconButton
        aria-label={t('web.preview.next')}
        aria-disabled={!hasNext}
        onClick={() => onStep(1)}
        sx={{ gridArea: { sm: 'next' }, ...buttonStyle(hasNext) }}
      >
        <Icon icon={chevronRightIcon} size={28} />
      </IconButton>
    </Box>
  );
}

const barStyle = {
  gridArea: { xs: 'steps', sm: 'auto' },
  display: { xs: 'flex', sm: 'contents' },
  alignItems: 'center',
  justifyContent: 'space-between',
  px: 1,
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
} as const;

function buttonStyle(isUseful: boolean) {
  return { alignSelf: 'center', justifySelf: 'center', opacity: isUseful ? 1 : 0.3 } as const;
}
