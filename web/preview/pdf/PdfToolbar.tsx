import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import {
  ChevronLeft as chevronLeftIcon,
  ChevronRight as chevronRightIcon,
  type IconNode,
  Maximize as maximizeIcon,
  ZoomIn as zoomInIcon,
  ZoomOut as zoomOutIcon,
} from 'lucide';
import { phoneScreen, tabularNumbers } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';

interface Props {
  page: number;
  count: number;
  zoom: number;
  onPage(page: number): void;
  onZoom(zoom: number): void;
  /** Missing where there is no larger place */
  onFullScreen: (() => void) | undefined;
}

/** The steps of the buttons; 1 fits a page into its place. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5];
export const [smallestZoom, largestZoom] = [Math.min(...zooms), Math.max(...zooms)];

/** The page, its size and the whole screen, below a document. */
export function PdfToolbar({ page, count, zoom, onPage, onZoom, onFullScreen }: Props) {
  const { t } = useTranslator();
  const smaller = zooms.findLast((step) => step < zoom);
  const larger = zooms.find((step) => step > zoom);
  return (
    <Box role="toolbar" aria-label={t('web.preview.document')} data-color-scheme="dark" sx={barStyle}>
      {count > 1 && <PageTools page={page} count={count} onPage={onPage} />}
      <Tool
        icon={zoomOutIcon}
        label={t('web.preview.zoomOut')}
        onClick={smaller === undefined ? undefined : () => onZoom(smaller)}
      />
      <Tool
        icon={zoomInIcon}
        label={t('web.preview.zoomIn')}
        onClick={larger === undefined ? undefined : () => onZoom(larger)}
      />
      {onFullScreen && (
        <Tool icon={maximizeIcon} label={t('web.preview.fullScreen')} onClick={onFullScreen} />
      )}
    </Box>
  );
}

function PageTools({ page, count, onPage }: Pick<Props, 'page' | 'count' | 'onPage'>) {
  const { t } = useTranslator();
  return (
    <>
      <Tool
        icon={chevronLeftIcon}
        isDirectional
        label={t('web.preview.pageBack')}
        onClick={page > 1 ? () => onPage(page - 1) : undefined}
      />
      <Box component="span" sx={{ ...tabularNumbers, px: 1 }}>
        {t('web.preview.position', { number: page, count })}
      </Box>
      <Tool
        icon={chevronRightIcon}
        isDirectional
        label={t('web.preview.pageNext')}
        onClick={page < count ? () => onPage(page + 1) : undefined}
      />
      <Box component="span" sx={lineStyle} />
    </>
  );
}

/** A button that keeps its place and the focus when there is nothing to do. */
function Tool({
  icon,
  label,
  isDirectional = false,
  onClick,
}: {
  icon: IconNode;
  label: string;
  isDirectional?: boolean;
  onClick: (() => void) | undefined;
}) {
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined}
      onClick={onClick}
      sx={{ color: 'text.primary' }}
    >
      <Icon icon={icon} isDirectional={isDirectional} />
    </IconButton>
  );
}

const barStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '2px',
  width: 'max-content',
  maxWidth: '100%',
  mx: 'auto',
  my: 1,
  p: 0.5,
  borderRadius: '16px',
  bgcolor: '#1b1916',
  color: 'text.primary',
  boxShadow: 'var(--fs-shadow-float)',
  fontSize: '0.875rem',
  fontWeight: 560,
  whiteSpace: 'nowrap',
} as const;

const lineStyle = {
  width: '1px',
  height: 20,
  mx: 0.5,
  bgcolor: 'rgb(255 255 255 / 22%)',
  [phoneScreen]: { mx: 0 },
} as const;
