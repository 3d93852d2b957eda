import Button from '@mui/material/Button';
import { MapPinOff as mapPinOffIcon } from 'lucide';
import { Link } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  const { t } = useTranslator();
  return (
    <StatusPage
      look="over"
      icon={mapPinOffIcon}
      title={t('web.notFound.title')}
      actions={
        <Button component={Link} to={paths.home} variant="contained" color="primary">
          {t('web.notFound.home')}
        </Button>
      }
    >
      <p>{t('web.notFound.text')}</p>
    </StatusPage>
  );
}
