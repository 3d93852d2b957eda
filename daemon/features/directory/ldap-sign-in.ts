import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { readLdapSettings } from '../../ldap/settings.ts';
import type { DirectoryUser, LdapSettings } from '../../ldap/types.ts';
import type { DirectoryPort } from '../auth/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { NoteRefusal } from '../oauth/refusals.ts';
import type { ProviderSignIn } from '../oauth/sign-in.ts';
import type { Profile } from '../oauth/types.ts';
import { refusalOf } from './policy.ts';

interface Deps {
  config: ConfigReader;
  noteRefusal: NoteRefusal;
  signIn: ProviderSignIn;
  /** @throws DirectoryError */
  authenticate(
    settings: LdapSettings,
    credentials: { username: string; password: string },
  ): Promise<DirectoryUser | null>;
}

/** Signs in people of the directory, each in the account that is linked to their entry. */
export function createLdapSignIn({ config, noteRefusal, signIn, authenticate }: Deps): DirectoryPort {
  return {
    isEnabled: () => config.get('ldap.enabled'),

    async verify({ identifier, password }) {
      const person = await authenticate(readLdapSettings(config), { username: identifier.trim(), password });
      if (!person) return null;
      const profile = toProfile(person);
      return async (actor) => {
        try {
          return await signIn({ provider: 'ldap', profile, userId: null }, actor);
        } catch (error) {
          const code = refusalOf(error);
          if (code === null) throw error;
          const account = person.username ?? person.id;
          await noteRefusal({ provider: 'ldap', profile, reason: code, account }, actor);
          const { t } = translatorFor([...actor.languages, config.get('general.defaultLocale')]);
          const reason = t(`oauth.errors.${code}`, { provider: t('oauth.providers.ldap') });
          throw new AppError('directory_refused', { reason }, { cause: error });
        }
      };
    },
  };
}

/** Administrators of the directory vouch for its addresses. */
export function toProfile({ id, username, email, emails, displayName, groups }: DirectoryUser): Profile {
  return {
    issuer: 'ldap',
    subject: id,
    email,
    emails,
    isEmailVerified: true,
    name: username ?? email,
    usernames: [username, displayName].filter((name) => name !== null),
    displayName,
    groups,
  };
}
