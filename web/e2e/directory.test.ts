import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../daemon/testing/clients.ts';
import {
  dnOf,
  hasLdapServer,
  type LdapServer,
  startLdapServer,
} from '../../daemon/testing/engines/ldap-server.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

describe.skipIf(!hasBrowser || !hasLdapServer)('the test of the directory', () => {
  let app: TestApp;
  let browser: Browser;
  let ldap: LdapServer;
  let admin: Visitor;

  beforeAll(async () => {
    [app, browser, ldap] = await Promise.all([
      startApp(),
      launchBrowser(),
      startLdapServer({ mia: { displayName: 'Mia Berg', groups: ['staff', 'admins'] } }),
    ]);
    const settings = {
      'ldap.url': ldap.secureUrl,
      'ldap.caCertificate': ldap.certificate,
      'ldap.bindDn': ldap.bindDn,
      'ldap.bindPassword': ldap.bindPassword,
      'ldap.searchBase': ldap.searchBase,
      'groups.rules': 'admins => admin\nstaff => quota 50 GB',
    };
    const client = await signIn(app);
    await client.configs.update({ body: Object.entries(settings).map(([key, value]) => ({ key, value })) });
    admin = await newVisitor(browser, app.url);
    await admin.page.goto('/auth/signIn?from=%2Fadmin%2Fconfig%2Fldap');
    await submitSignIn(admin.page, app.admin);
    await admin.page.waitForURL('**/admin/config/ldap');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await ldap?.remove();
  });

  it('shows who somebody is there, and what is wrong', async () => {
    const { page } = admin;
    const section = page.getByRole('region', { name: 'Connection test' });
    await section.getByLabel('Username or email address').fill('mia@example.org');
    await section.getByRole('button', { name: 'Test connection' }).click();
    await section.getByText(dnOf('mia')).waitFor();
    expect(await section.getByRole('definition').allInnerTexts()).toEqual([
      dnOf('mia'),
      'mia',
      'mia@example.org',
      'Mia Berg',
      `cn=staff,ou=groups,${ldap.searchBase}\ncn=admins,ou=groups,${ldap.searchBase}`,
      'Yes',
      'Yes',
      '50 GB',
    ]);
    await expectAccessibleEverywhere(page);
    await section.scrollIntoViewIfNeeded();
    await keepScreenshots(page, 'directory-test');
    await section.getByLabel('Username or email address').fill('nobody');
    await section.getByRole('button', { name: 'Test connection' }).click();
    await section.getByText('finds nobody for “nobody”').waitFor();
  });
});
