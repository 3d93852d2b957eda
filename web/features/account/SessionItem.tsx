import { mdiCellphone, mdiConsole, mdiHelpCircleOutline, mdiMonitor } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { useDeviceName } from '../../lib/device-name.ts';
import { type Device, deviceOf } from '../../lib/device-of.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Item } from '../../ui/ItemList.tsx';

interface Props {
  session: ActiveSession;
  onEnd(): void;
}

export function SessionItem({ session, onEnd }: Props) {
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

function iconOf(device: Device): string {
  if (device.kind === 'unknown') return mdiHelpCircleOutline;
  if (device.kind !== 'browser') return mdiConsole;
  return device.isHandheld ? mdiCellphone : mdiMonitor;
}
