import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CircleAlert as circleAlertIcon, WifiOff as wifiOffIcon } from 'lucide';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { LoadError } from '../../lib/loading/lazy-part.tsx';
import { describeLoadError } from '../../ui/feedback/PartBoundary.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';

interface Props {
  error: unknown;
  /** Tries again; reloads the page, unless given */
  onRetry?: () => void;
}

/** The page for errors that no other page handles. */
export function ErrorPage({ error, onRetry = () => window.location.reload() }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const isOffline = error instanceof Error && error.name === 'NetworkError';
  const isNotLoaded = error instanceof LoadError;
  const requestId = error instanceof AppError ? error.requestId : undefined;
  return (
    <StatusPage
      tone="error"
      icon={isOffline ? wifiOffIcon : circleAlertIcon}
      title={t(isOffline ? 'web.errorPage.offlineTitle' : 'web.errorPage.title')}
      actions={
        <>
          <Button variant="contained" color="primary" onClick={onRetry}>
            {t('web.errorPage.retry')}
          </Button>
          <Button variant="outlined" onClick={() => window.history.back()}>
            {t('web.errorPage.back')}
          </Button>
        </>
      }
    >
      <Box component="p" sx={{ whiteSpace: 'pre-line' }}>
        {isOffline
          ? t('web.errorPage.offlineText')
          : isNotLoaded
            ? describeLoadError(translator)
            : describeError(translator, error)}
      </Box>
      {requestId && (
        <Box component="p" sx={{ typography: 'body2' }}>
          {t('web.errorPage.requestId', { id: requestId })}
        </Box>
      )}
    </StatusPage>
  );
}
