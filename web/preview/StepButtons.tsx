import IconButton from '@mui/material/IconButton';
import { ChevronLeft as chevronLeftIcon, ChevronRight as chevronRightIcon } from 'lucide';
import { phoneScreen } from '../app/theme.ts';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

interface Props {
  hasPrevious: boolean;
  hasNext: boolean;
  onStep(by: number): void;
}

/** The buttons stay in place and keep the focus at both ends. Phones have swiping and the strip instead. */
export function StepButtons({ hasPrevious, hasNext, onStep }: Props) {
  const { t } = useTranslator();
  return (
    <>
      <IconButton
        aria-label={t('web.preview.previous')}
        aria-disabled={!hasPrevious}
        onClick={() => onStep(-1)}
        sx={{ ...buttonStyle, gridArea: 'previous' }}
      >
        <Icon icon={chevronLeftIcon} size={24} isDirectional />
      </IconButton>
      <IconButton
        aria-label={t('web.preview.next')}
        aria-disabled={!hasNext}
        onClick={() => onStep(1)}
        sx={{ ...buttonStyle, gridArea: 'next' }}
      >
        <Icon icon={chevronRightIcon} size={24} isDirectional />
      </IconButton>
    </>
  );
}

const buttonStyle = {
  alignSelf: 'center',
  justifySelf: 'center',
  width: 48,
  height: 48,
  borderRadius: '50%',
  bgcolor: 'rgb(255 255 255 / 9%)',
  [phoneScreen]: { display: 'none' },
} as const;
