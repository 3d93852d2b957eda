import { readClamdAddress } from '#sdk/contract/formats/addresses.js';
import type { Finding } from '#sdk/contract/host/doctor.js';
import { dayOf } from '../crypto/clock.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { readSmtpSettings } from '../features/config/smtp.ts';
import { createReleases } from '../features/system/releases.ts';
import { checkDirectory } from '../ldap/directory.ts';
import { readLdapSettings } from '../ldap/settings.ts';
import { DirectoryError } from '../ldap/types.ts';
import { describeFailure } from '../mail/failure.ts';
import { createMask, verifySmtp } from '../mail/mailer.ts';
import { clamd } from '../outbound/clamd.ts';
import { askPublicAddress } from '../outbound/public-address.ts';
import { reasonOf } from '../reason-of.ts';
import { isLocalAddress } from './environment.ts';
import {
  type Examination,
  judge,
  outboundOf,
  type Result,
  readConfig,
  readSecretConfig,
} from './examination.ts';

/** Checks of what the instance relies on beside its database and storage. None of these stops a server. */

/** Says that nothing was checked: a mark alone would claim that it works. */
const turnedOff = (setting: string): Result => ({
  ...judge([{ code: 'turned_off', params: { setting } }]),
  status: 'ok',
});

/** Milliseconds after which a daily backup is late, and one that somebody else starts: some do so once a week. */
const backupIsLateAfter = { daily: 2 * 86_400_000, otherwise: 8 * 86_400_000 };

/** Milliseconds by which the clocks of a server and its database may differ. */
const clocksDifferBy = 3_600_000;

/** A backup that nobody knows to fail is as good as none. */
export async function checkBackup(examination: Examination): Promise<Result> {
  const config = await readConfig(examination);
  const isDaily = config.get('backup.enabled');
  const { backups } = examination.uow.read;
  const success = await backups.lastSuccess();
  if (!isDaily && success === null) return turnedOff('backup.enabled');
  const failed = isDaily ? await backups.currentFailure() : null;
  const age = success && examination.clock.now() - success.startedAt;
  const findings: Finding[] = [];
  if (failed) findings.push({ code: 'backup_failed', params: { reason: failed.reason ?? '' } });
  if (age !== null && age > backupIsLateAfter[isDaily ? 'daily' : 'otherwise']) {
    findings.push({ code: 'backup_old', params: { count: Math.floor(age / 86_400_000) } });
  }
  if (success && age !== null && age < -clocksDifferBy) {
    findings.push({ code: 'backup_ahead', params: { date: dayOf(success.startedAt) } });
  }
  return judge(findings, 'warning');
}

/** Requests the public address, as visitors do. */
export async function checkOutside(examination: Examination): Promise<Result> {
  const config = await readConfig(examination);
  const url = config.get('general.appUrl');
  const { uow, clock } = examination;
  const instance = await uow.read.instance.readText('instance_id');
  const outbound = outboundOf(examination);
  const note = (code: Finding['code']): Result => ({ ...judge([{ code, params: { url } }]), status: 'ok' });
  if (isLocalAddress(url)) return note('address_not_asked_local');
  const { answer, detail } = await askPublicAddress(url, { outbound, instance, clock });
  const { isChecked, problem, status, expiresAt } = answer;
  if (!isChecked) return note('address_not_asked');
  if (problem === null) return judge([]);
  const { hostname: host } = new URL(url);
  const params = { url, host, reason: detail, status: status ?? '', date: expiresAt?.slice(0, 10) ?? '' };
  return judge([{ code: `address_${problem}`, params }], 'warning');
}

/** Signs in to the mail server, and sends nothing. */
export async function checkMail(examination: Examination): Promise<Result> {
  const settings = readSmtpSettings(await readSecretConfig(examination));
  if (!settings.isEnabled) return turnedOff('smtp.enabled');
  try {
    await verifySmtp(settings);
    return judge([]);
  } catch (error) {
    const { reason } = describeFailure(error, createMask(settings));
    const params = { server: `${settings.host}:${settings.port}`, reason };
    return judge([{ code: 'mail_unusable', params }], 'warning');
  }
}

/** Without an answer of `clamd`, new files stay locked or are not scanned. */
export async function checkMalware(examination: Examination): Promise<Result> {
  const config = await readConfig(examination);
  if (!config.get('malware.enabled')) return turnedOff('malware.enabled');
  try {
    const address = readClamdAddress(config.get('malware.address'));
    if (!address) throw new Error('malware.address');
    await clamd.ping(address);
    return { ...judge(noteLarge(config)), status: 'ok' };
  } catch (error) {
    return judge([{ code: 'scanner_failed', params: { reason: reasonOf(error) } }], 'warning');
  }
}

/** A choice that an administrator should know of: malware that is large enough is not found. */
function noteLarge(config: ConfigReader): Finding[] {
  const size = config.get('malware.maxSize');
  return config.get('malware.allowLarger') ? [{ code: 'large_unscanned', params: { size } }] : [];
}

/** Whether people can sign in with the directory and the proxy, where that is turned on. Signs in nobody. */
export async function checkSignIn(examination: Examination): Promise<Result> {
  const config = await readSecretConfig(examination);
  const isOn = config.get('proxy.enabled') || config.get('ldap.enabled');
  if (!isOn) return turnedOff('ldap.enabled, proxy.enabled');
  const findings: Finding[] = [];
  if (config.get('proxy.enabled') && examination.env.trustedProxies === '')
    findings.push({ code: 'proxy_untrusted', params: {} });
  if (config.get('ldap.enabled')) {
    const settings = readLdapSettings(config);
    try {
      await checkDirectory(settings);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      findings.push({ code: 'directory_unusable', params: { url: settings.url, reason: error.message } });
    }
  }
  return judge(findings, 'warning');
}

/** Asks for the newest version, if the administrator has set where. */
export async function checkVersion(examination: Examination): Promise<Result> {
  const { env, clock, logger } = examination;
  if (env.releasesUrl === null) return turnedOff('FILESHARE_RELEASES_URL');
  const outbound = outboundOf(examination);
  const { version, latest } = await createReleases({ url: env.releasesUrl, outbound, clock, logger }).read();
  if (!latest?.isNewer) return judge([]);
  return judge([{ code: 'update_available', params: { version: latest.version, own: version } }], 'warning');
}
