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
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1.15fr) minmax(0, 1fr)' },
        gap: { xs: 6, md: 8 },
        alignItems: 'center',
        my: 'auto',
        py: { xs: 1, md: 4 },
      }}
    >
      <Box>
        <Box sx={{ mb: 4, '&:empty': { display: 'none' } }}>
          <PageNotice />
        </Box>
        <Typography variant="h1" sx={{ mb: 2.5 }}>
          {t('web.home.title')}
        </Typography>
        <Typography sx={{ fontSize: '1.125rem', color: 'text.secondary', maxWidth: '34em', mb: 4 }}>
          {t('web.home.text')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 5.5 }}>
          <Button
            component={Link}
            to={paths.upload}
            variant="contained"
            color="primary"
            size="large"
            endIcon={<Icon icon={arrowRightIcon} />}
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
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
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
      <HomeIllustration />
    </Box>
  );
}

function Point({ icon, title, text }: { icon: IconNode; title: string; text: string }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2 }}>
      <Icon icon={icon} sx={{ mt: 0.25, color: 'primary.main' }} />
      <Box>
        <Box sx={{ fontWeight: 600 }}>{title}</Box>
        <Box sx={{ color: 'text.secondary' }}>{text}</Box>
      </Box>
    </Box>
  );
}
