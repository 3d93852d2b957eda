import { mdiCheckCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';

/** Somebody was quicker, in another browser. */
export function FinishedElsewhere() {
  const { t } = useTranslator();
  return (
    <StatusPage
      isOutcome
      icon={mdiCheckCircleOutline}
      title={t('web.setup.elsewhereTitle')}
      actions={
        <Button component={Link} to={paths.admin} variant="contained" color="primary">
          {t('web.nav.admin')}
        </Button>
      }
    >
      <p>{t('web.setup.elsewhereText')}</p>
    </StatusPage>
  );
}
