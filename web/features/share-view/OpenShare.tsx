import { mdiEyeOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';
import { useOpenShare } from './use-share-view.ts';

/** A share with a view limit: opening it is a decision. */
export function OpenShare({ id, maxViews }: { id: string; maxViews: number }) {
  const translator = useTranslator();
  const { t } = translator;
  const open = useOpenShare(id);
  return (
    <StatusPage
      icon={mdiEyeOutline}
      title={t('web.share.openTitle')}
      actions={
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {t('web.share.open')}
        </Button>
      }
    >
      <p>{t('web.share.openText', { count: maxViews })}</p>
      {open.isError && <FormError>{describeError(translator, open.error)}</FormError>}
    </StatusPage>
  );
}
