import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { CopyButton } from './CopyButton.tsx';

interface Props {
  url: string;
  /** It is the result of the page */
  isMain?: boolean;
}

/** The whole link of a share, whatever its length, and the button that copies it. */
export function LinkBox({ url, isMain = false }: Props) {
  const { t } = useTranslator();
  const { host, pathname } = new URL(url);
  const end = pathname.lastIndexOf('/') + 1;
  return (
    <Box role="group" aria-label={t('web.upload.link')} sx={[boxStyle, isMain ? mainStyle : {}]}>
      <Box component="a" dir="ltr" href={url} target="_blank" rel="noopener" sx={urlStyle}>
        <span>{`${host}${pathname.slice(0, end)}`}</span>
        <wbr />
        {pathname.slice(end)}
      </Box>
      <CopyButton value={url} isMain={isMain} />
    </Box>
  );
}

const boxStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  alignItems: { xs: 'stretch', sm: 'center' },
  gap: 1,
  p: { xs: 1.5, sm: 0.75 },
  pl: { sm: 2.25 },
  border: 1,
  borderColor: 'paper.edge',
  borderRadius: '18px',
  bgcolor: 'paper.raised',
} as const;

const mainStyle = {
  // Up to `lg` it is in one of two columns, or on a phone.
  flexDirection: { xs: 'column', sm: 'column', lg: 'row' },
  alignItems: { xs: 'stretch', sm: 'stretch', lg: 'center' },
  gap: 1.5,
  p: { xs: 1.75, sm: 1.75, lg: 1 },
  pl: { sm: 1.75, lg: 2.75 },
  borderColor: 'primary.line',
  borderRadius: '20px',
  boxShadow: '0 0 0 4px var(--fs-palette-primary-light)',
  containerType: 'inline-size',
  // A link of usual length is in one line.
  '& > a': { fontSize: { xs: 'clamp(0.875rem, 5cqi, 1.125rem)', lg: '1.25rem' }, fontWeight: 560 },
} as const;

const urlStyle = {
  flex: 1,
  minWidth: 0,
  py: 0.5,
  overflowWrap: 'anywhere',
  fontSize: '1.0625rem',
  fontWeight: 500,
  lineHeight: 1.35,
  letterSpacing: '-0.012em',
  color: 'text.primary',
  textDecoration: 'none',
  '& span': { color: 'text.caption' },
  '@media (hover: hover)': { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
} as const;
