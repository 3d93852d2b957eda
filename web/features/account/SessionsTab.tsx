import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { useSessions } from '../../lib/own-sessions.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { ItemList, ItemListSkeleton } from '../../ui/ItemList.tsx';
import { SessionItem } from './SessionItem.tsx';
import { TabContent } from './TabContent.tsx';
import { useEndOtherSessions, useEndSession } from './use-sessions.ts';

/** Where the account is signed in, and how to end what one does not know. */
export function SessionsTab() {
  const translator = useTranslator();
  const { t } = translator;
  const { notify } = useNotifier();
  const sessions = useSessions();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const [isAsking, setAsking] = useState(false);
  const others = sessions.data?.filter((session) => !session.isCurrent).length ?? 0;

  const handleEnd = (session: ActiveSession) =>
    end.mutate(session.id, {
      onSuccess: () => notify(t('web.account.sessions.ended', { count: 1 }), 'success'),
    });
  const handleEndOthers = () =>
    endOthers.mutateAsync(undefined, {
      onSuccess: ({ ended }) => {
        setAsking(false);
        notify(t('web.account.sessions.ended', { count: ended }), 'success');
      },
    });
  const handleAsk = () => {
    endOthers.reset();
    setAsking(true);
  };

  return (
    <TabContent title={t('web.account.sessions.title')} text={t('web.account.sessions.text')} isWide>
      {sessions.isPending && <ItemListSkeleton />}
      {sessions.isError && <FormError>{describeError(translator, sessions.error)}</FormError>}
      {end.isError && <FormError>{describeError(translator, end.error)}</FormError>}
      {sessions.data && (
        <ItemList label={t('web.account.sessions.title')}>
          {sessions.data.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => handleEnd(session)} />
          ))}
        </ItemList>
      )}
      {others > 0 && (
        <Button variant="outlined" onClick={handleAsk} sx={{ justifySelf: 'start' }}>
          {t('web.account.sessions.endOthers')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('web.account.sessions.endOthersTitle')}
        text={t('web.account.sessions.endOthersText', { count: others })}
        confirmLabel={t('web.account.sessions.endOthersConfirm')}
        cancelLabel={t('web.common.cancel')}
        isPending={endOthers.isPending}
        error={endOthers.isError ? describeError(translator, endOthers.error) : undefined}
        onCancel={() => setAsking(false)}
        onConfirm={handleEndOthers}
      />
    </TabContent>
  );
}
