import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  ArrowRight as arrowRightIcon,
  Code as codeIcon,
  EyeOff as eyeOffIcon,
  HardDrive as hardDriveIcon,
  type IconNode,
  Infinity as infinityIcon,
  Server as serverIcon,
} from 'lucide';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { PageNotice } from '../../ui/feedback/PageNotice.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { HeroLight } from '../../ui/layout/HeroLight.tsx';
import { HomeIllustration } from './HomeIllustration.tsx';

const points = [
  { icon: serverIcon, title: 'web.home.selfHosted', text: 'web.home.selfHostedText' },
  { icon: eyeOffIcon, title: 'web.home.private', text: 'web.home.privateText' },
] as const;

export function HomePage() {
  const { t } = useTranslator();
  const config = useConfig();
  const { bytes } = useFormat();
  const appName = config('general.appName');
  const maxSize = config('share.maxSize');
  const sourceUrl = config('general.sourceUrl');
  useDocumentTitle(appName);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <HeroLight hues={warmHues} />
      <Box sx={{ '&:empty': { display: 'none' } }}>
        <PageNotice />
      </Box>
      <Box sx={heroStyle}>
        <Box>
          <Typography variant="display" component="h1" sx={titleStyle}>
            {t('web.home.title')}
          </Typography>
          <Typography variant="lead" component="p" sx={{ mt: 3, maxWidth: '38ch', color: 'text.secondary' }}>
            {t('web.home.text')}
          </Typography>
          <Box sx={actionsStyle}>
            <Button
              component={Link}
              to={paths.upload}
              variant="contained"
              color="primary"
              size="large"
              endIcon={<Icon icon={arrowRightIcon} isDirectional />}
            >
              {t('web.home.start')}
            </Button>
            {sourceUrl !== '' && (
              <Button
                href={sourceUrl}
                rel="noreferrer"
                variant="outlined"
                size="large"
                startIcon={<Icon icon={codeIcon} />}
              >
                {t('web.home.source')}
              </Button>
            )}
          </Box>
        </Box>
        <HomeIllustration />
      </Box>
      <Box component="ul" sx={pointsStyle}>
        {points.map(({ icon, title, text }) => (
          <Point key={title} icon={icon} title={t(title)} text={t(text)} />
        ))}
        <Point
          icon={maxSize === 0 ? infinityIcon : hardDriveIcon}
          title={maxSize === 0 ? t('web.home.noLimit') : t('web.home.limit', { size: bytes(maxSize) })}
          text={t(maxSize === 0 ? 'web.home.noLimitText' : 'web.home.limitText')}
        />
      </Box>
    </Box>
  );
}

function Point({ icon, title, text }: { icon: IconNode; title: string; text: string }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.75 }}>
      <Box aria-hidden sx={tileStyle}>
        <Icon icon={icon} />
      </Box>
      <Box>
        <Box sx={{ typography: 'h3' }}>{title}</Box>
        <Box sx={{ mt: 0.5, typography: 'body2', color: 'text.secondary' }}>{text}</Box>
      </Box>
    </Box>
  );
}

/** Two warm colours behind the window, which fade into the paper. */
const warmHues = [48, 12] as const;

const heroStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.06fr)' },
  gap: { xs: 4.25, md: 4.5, lg: 9 },
  alignItems: 'center',
  minHeight: { md: 560 },
  py: { xs: 0.5, md: 1 },
  pb: { xs: 4.25, md: 6.5 },
} as const;

const titleStyle = { fontSize: 'clamp(2.9rem, 1.6rem + 4.2vw, 5rem)' } as const;

const actionsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 1.25, sm: 2 },
  mt: { xs: 3, md: 4 },
  '& > *': { flex: { xs: '1 1 100%', sm: 'none' } },
} as const;

const pointsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
  gap: { xs: 2.5, md: 4 },
  m: 0,
  p: 0,
  pt: 3.5,
  borderTop: 1,
  borderColor: 'divider',
  listStyle: 'none',
} as const;

const tileStyle = {
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 44,
  height: 44,
  borderRadius: 1,
  bgcolor: 'primary.light',
  color: 'primary.main',
} as const;
