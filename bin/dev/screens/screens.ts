import type { Page } from 'playwright-core';
import { configCategories } from '#sdk/contract/config.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Instance } from './instance.ts';

export interface Screen {
  name: string;
  /** Who views it */
  by: 'visitor' | 'administrator';
  open(stage: Stage): Promise<void>;
}

export interface Stage extends Pick<Translator, 't'> {
  page: Page;
  instance: Instance;
  goto(path: string): Promise<void>;
  press(name: string): Promise<void>;
}

const at =
  (path: string) =>
  ({ goto }: Stage) =>
    goto(path);

/** A row for a page that only needs its address. */
const pageBy =
  (by: Screen['by']) =>
  ([name, path]: [string, string]): Screen => ({ name, by, open: at(path) });

const visitorPages = Object.entries({
  home: '/',
  'sign-up': '/auth/signUp',
  'forgot-password': '/auth/forgotPassword',
  'reset-password': '/auth/resetPassword#token=none',
  'confirm-email': '/auth/confirmEmail#token=none',
  'social-error': '/error?error=already_linked&params=github',
  'share-gone': '/share/nothing-here',
  'not-found': '/nothing/here',
});

const administratorPages = Object.entries({
  'upload-empty': '/upload',
  'my-shares': '/account/shares',
  'my-shares-expired': '/account/shares?state=expired',
  'reverse-shares': '/account/reverseShares',
  account: '/account',
  'account-password': '/account/password',
  'account-security': '/account/security',
  'account-social': '/account/social',
  'account-sessions': '/account/sessions',
  'account-api-keys': '/account/apiKeys',
  'account-notifications': '/account/notifications',
  'account-preferences': '/account/preferences',
  'account-delete': '/account/delete',
  admin: '/admin',
  'admin-users': '/admin/users',
  'admin-audit': '/admin/audit',
  'admin-jobs': '/admin/jobs',
  'admin-mails': '/admin/mails',
  'admin-webhooks': '/admin/webhooks',
  'admin-workloads': '/admin/workloads',
  'admin-malware': '/admin/malware',
  'admin-shares': '/admin/shares',
  ...Object.fromEntries(
    configCategories.map((category) => [`config-${category}`, `/admin/config/${category}`]),
  ),
});

async function chooseFiles({ page, instance, goto, t }: Stage): Promise<void> {
  await goto('/upload');
  await page.getByTestId('files-input').setInputFiles([...instance.chosen]);
  const rows = page.getByRole('listitem').filter({ hasText: '.jpg' });
  await rows.first().waitFor();
  for (const row of await rows.all()) await row.locator('img').waitFor();
  await page.getByRole('button', { name: t('web.upload.start'), exact: true }).waitFor();
}

/** Screens that need a step or more. */
const others: Screen[] = [
  {
    name: 'sign-in-refused',
    by: 'visitor',
    async open({ page, goto, press, t }) {
      await goto('/auth/signIn');
      // Another name each time: attempts are counted.
      await page.getByLabel(t('web.signIn.identifier')).fill(`nobody${Date.now()}`);
      await page.getByLabel(t('web.signIn.password'), { exact: true }).fill('wrong');
      await press(t('web.signIn.submit'));
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'share-photos',
    by: 'visitor',
    open: (stage) => stage.goto(`/share/${stage.instance.shares.photos}`),
  },
  { name: 'share-files', by: 'visitor', open: (stage) => openLimited(stage, stage.instance.shares.files) },
  {
    name: 'share-single',
    by: 'visitor',
    open: (stage) => stage.goto(`/share/${stage.instance.shares.single}`),
  },
  {
    name: 'share-locked',
    by: 'visitor',
    open: (stage) => stage.goto(`/share/${stage.instance.shares.locked}`),
  },
  {
    name: 'share-limited',
    by: 'visitor',
    open: (stage) => stage.goto(`/share/${stage.instance.shares.limited}`),
  },
  {
    name: 'preview',
    by: 'visitor',
    async open({ page, instance, goto }) {
      await goto(`/share/${instance.shares.photos}`);
      await page.getByRole('link', { name: 'IMG_2002.jpg' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reverse-upload',
    by: 'visitor',
    open: (stage) => stage.goto(`/upload/${stage.instance.reverseShare.token}`),
  },
  { name: 'upload-chosen', by: 'administrator', open: chooseFiles },
  {
    name: 'upload-done',
    by: 'administrator',
    async open(stage) {
      await chooseFiles(stage);
      await stage.press(stage.t('web.upload.start'));
      await stage.page.getByRole('heading', { name: stage.t('web.upload.doneTitle') }).waitFor();
    },
  },
  {
    name: 'my-shares-details',
    by: 'administrator',
    open: ({ goto, instance }) => goto(`/account/shares?share=${instance.shares.files}`),
  },
  {
    name: 'reverse-share-new',
    by: 'administrator',
    async open({ page, goto, t }) {
      await goto('/account/reverseShares');
      await page
        .getByRole('button', { name: t('web.reverseShares.create') })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-webhooks-new',
    by: 'administrator',
    async open({ page, goto, press, t }) {
      await goto('/admin/webhooks');
      await press(t('web.admin.webhooks.create'));
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reverse-share',
    by: 'administrator',
    open: ({ goto, instance }) => goto(`/account/reverseShares/${instance.reverseShare.id}`),
  },
];

export const screens: readonly Screen[] = [
  ...visitorPages.map(pageBy('visitor')),
  ...administratorPages.map(pageBy('administrator')),
  ...others,
];

async function openLimited({ page, goto, press, t }: Stage, id: string): Promise<void> {
  await goto(`/share/${id}`);
  await press(t('web.share.open'));
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
}
