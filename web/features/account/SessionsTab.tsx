import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  CircleQuestionMark as circleQuestionMarkIcon,
  type IconNode,
  Monitor as monitorIcon,
  Smartphone as smartphoneIcon,
  Terminal as terminalIcon,
} from 'lucide';
import { useState } from 'react';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { useDeviceName } from '../../lib/device-name.ts';
import { type Device, deviceOf } from '../../lib/device-of.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { sessionsKey, useSessions } from '../../lib/own-sessions.ts';
import { client } from '../../lib/sdk.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { Item, ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { TabContent } from './TabContent.tsx';

/** The places where the account is signed in, and the buttons to end sessions. */
export function SessionsTab() {
  const { t } = useTranslator();
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
      <QueryStatus query={sessions} skeleton={<ItemListSkeleton />} />
      <RequestError error={end.error} />
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
        mutation={endOthers}
        onCancel={() => setAsking(false)}
        onConfirm={handleEndOthers}
      />
    </TabContent>
  );
}

function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: ActiveSession['id']) => client.sessions.end({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.sessions.endOthers(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

interface Props {
  session: ActiveSession;
  onEnd(): void;
}

function SessionItem({ session, onEnd }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const device = deviceOf(session.userAgent);
  const name = useDeviceName()(device);
  return (
    <Item
      icon={iconOf(device)}
      title={<span title={session.userAgent ?? undefined}>{name}</span>}
      mark={session.isCurrent && <Badge>{t('web.account.sessions.current')}</Badge>}
      facts={
        <>
          {session.ip !== null && <>{session.ip} · </>}
          <span title={format.dateTime(session.createdAt)}>
            {t('web.account.sessions.signedIn', { when: format.relative(session.createdAt) })}
          </span>
          {' · '}
          <span title={format.dateTime(session.lastUsedAt)}>
            {t('web.account.sessions.lastUsed', { when: format.relative(session.lastUsedAt) })}
          </span>
        </>
      }
      action={
        !session.isCurrent && (
          <Button
            variant="outlined"
            aria-label={t('web.account.sessions.endLabel', { device: name })}
            onClick={onEnd}
          >
            {t('web.account.sessions.end')}
          </Button>
        )
      }
    />
  );
}

function iconOf(device: Device): IconNode {
  if (device.kind === 'unknown') return circleQuestionMarkIcon;
  if (device.kind !== 'browser') return terminalIcon;
  return device.isHandheld ? smartphoneIcon : monitorIcon;
}
