import type { Device } from './device-of.ts';
import { useTranslator } from './i18n.tsx';

/** Describes the browser or program of a session. */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTranslator();
  return (device) => {
    if (device.kind === 'terminal') return t('web.account.sessions.terminal');
    if (device.kind === 'script') return t('web.account.sessions.script', { name: device.name });
    if (device.kind === 'unknown') return t('web.account.sessions.unknown');
    const { browser, system } = device;
    return system === null ? browser : t('web.account.sessions.browserOn', { browser, system });
  };
}
