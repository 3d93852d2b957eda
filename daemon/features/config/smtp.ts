import type { SmtpSettings } from '../../mail/mailer.ts';
import type { ConfigReader } from './reader.ts';

/** Reads the current settings for the mailer. */
export function readSmtpSettings(config: ConfigReader): SmtpSettings {
  return {
    isEnabled: config.get('smtp.enabled'),
    host: config.get('smtp.host'),
    port: config.get('smtp.port'),
    email: config.get('smtp.email'),
    username: config.get('smtp.username'),
    password: config.get('smtp.password'),
    allowUnauthorizedCertificates: config.get('smtp.allowUnauthorizedCertificates'),
    senderName: config.get('general.appName'),
    hostname: new URL(config.get('general.appUrl')).hostname,
  };
}
