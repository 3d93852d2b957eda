import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { locales } from '#sdk/i18n/locales.js';
import { signIn } from '../../daemon/testing/clients.ts';
import { type MailServer, startMailServer } from '../../daemon/testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  desktop,
  expectAccessible,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
} from './browser.ts';
import { shareFiles } from './share-files.ts';

const password = 'correct horse battery staple';

describe.skipIf(!hasBrowser)('the languages of the page', () => {
  let mailServer: MailServer;
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    mailServer = await startMailServer();
    [app, browser] = await Promise.all([startApp({ env: mailServer.env }), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await mailServer?.close();
  });

  it.each(['de', 'ja-JP', 'ru'] as const)(
    '%s leads from a new account to a mail and its files',
    async (code) => {
      const { t } = translatorFor([code]);
      const username = `user_${code.slice(0, 2)}`;
      const admin = await signIn(app);
      await admin.configs.update({
        body: [
          { key: 'general.appUrl', value: app.url },
          { key: 'general.defaultLocale', value: code },
          { key: 'share.allowRegistration', value: 'true' },
          { key: 'email.enableShareEmailRecipients', value: 'true' },
        ],
      });
      // A language that nobody has translated: that of the instance applies.
      const { page, context, problems } = await newVisitor(browser, app.url, { locale: 'et-EE' });
      const catalogues: string[] = [];
      page.on('request', (request) => {
        if (/\/assets\/en-/.test(request.url())) catalogues.push(request.url());
      });
      const html = await (await page.goto('/auth/signUp'))?.text();
      expect(html).toContain(`<html lang="${code}" dir="ltr"`);
      await page.getByRole('heading', { name: t('web.signUp.title') }).waitFor();
      await page.getByLabel(t('web.account.username')).fill(username);
      await page.getByLabel(t('web.account.email')).fill(`${username}@example.org`);
      await page.getByLabel(t('web.signIn.password'), { exact: true }).fill('password1');
      await page.getByRole('button', { name: t('web.signUp.submit') }).click();
      await page.getByText(t('errors.password_too_common')).waitFor();
      await expectAccessibleEverywhere(page);
      await keepScreenshots(page, `sign-up-${code}`);
      await page.getByLabel(t('web.signIn.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: t('web.signUp.submit') }).click();
      await page.getByRole('button', { name: t('web.upload.chooseFiles') }).waitFor();

      const buffer = Buffer.from('All is well.');
      await page.getByTestId('files-input').setInputFiles([
        { name: '報告 Отчёт.txt', mimeType: 'text/plain', buffer },
        { name: 'notes.txt', mimeType: 'text/plain', buffer },
      ]);
      await page.getByLabel(t('web.upload.recipients')).fill('bo@example.org');
      await page.keyboard.press('Enter');
      await keepScreenshots(page, `upload-${code}`);
      await page.getByRole('button', { name: t('web.upload.start'), exact: true }).click();
      await page.getByRole('heading', { name: t('web.upload.doneTitle') }).waitFor();
      await expectAccessibleEverywhere(page);
      await keepScreenshots(page, `link-${code}`);
      const mailed = () =>
        mailServer.mails.findLast(({ envelope }) => envelope.to.includes('bo@example.org'));
      await expect
        .poll(() => mailed()?.subject, { timeout: 15_000 })
        .toBe(t('mail.shareRecipients.subject', { creator: username }));
      mailServer.mails.length = 0;

      const link = page.getByRole('group', { name: t('web.upload.link') }).getByRole('link');
      await page.goto((await link.getAttribute('href')) ?? '');
      await page.getByRole('heading', { name: t('web.share.count.document', { count: 2 }) }).waitFor();
      await expectAccessibleEverywhere(page);
      await keepScreenshots(page, `share-${code}`);
      // One chunk of texts for each part of the page, none of them English.
      expect(catalogues).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('are mirrored where text runs from right to left', async () => {
    const share = await shareFiles(app, new Map(['a', 'b', 'c'].map((name) => [`${name}.txt`, name])));
    const { page, context, problems } = await newVisitor(browser, app.url, { locale: 'en-GB' });
    await page.route('**/share/*', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('dir="ltr"', 'dir="rtl"');
      await route.fulfill({ response, body: html });
    });
    await page.goto(`/share/${share.id}`);
    await page.getByRole('link', { name: 'b.txt', exact: true }).waitFor();
    await expectAccessible(page);
    const brand = await page.getByRole('banner').getByRole('link').first().boundingBox();
    expect(brand?.x).toBeGreaterThan(desktop.width / 2);
    await page.getByRole('link', { name: 'b.txt', exact: true }).click();
    await page.getByRole('dialog').getByText('2 of 3').first().waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog').getByText('3 of 3').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText('2 of 3').first().waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('can be chosen at the foot of every page, which is drawn in it again', async () => {
    const { page, context } = await newVisitor(browser, app.url, { locale: 'en-GB' });
    await page.goto('/auth/signIn');
    const menu = page.getByRole('combobox', { name: 'Language' });
    await menu.waitFor();
    const offered = await menu
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.textContent));
    expect(offered.slice(1)).toEqual(locales.map(({ label }) => label));
    await menu.selectOption('ru');
    await page.getByRole('heading', { name: translatorFor(['ru']).t('web.signIn.title') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    await page.getByRole('combobox').selectOption('ja-JP');
    await page.getByRole('heading', { name: translatorFor(['ja-JP']).t('web.signIn.title') }).waitFor();
    const html = await (await page.reload())?.text();
    expect(html).toContain('<html lang="ja-JP"');
    // It has no texts: the page is English, and keeps the choice.
    await page.getByRole('combobox').selectOption('ar-EG');
    await page.getByRole('heading', { name: translatorFor(['en']).t('web.signIn.title') }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).not.toBe('rtl');
    expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('ar-EG');
    await context.close();
  });
});
