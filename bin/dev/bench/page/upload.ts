import type { Browser } from 'playwright-core';
import { api, apiBase } from '#sdk/contract/api.js';
import { admin } from '../servers/ours.ts';
import { type Device, type Noise, startVisit } from './browser.ts';

interface Sent {
  url: string;
  device: Device;
  noise: Noise;
  paths: readonly string[];
}

/** Sends files through the page; returns the seconds from the click until the link is ready. */
export async function measurePageUpload(browser: Browser, sent: Sent): Promise<number> {
  const { context, page } = await startVisit(browser, sent);
  await page.goto('/');
  const { username, password } = admin;
  const answer = await page.request.post(`${apiBase}${api.auth.signIn.path}`, {
    headers: { Origin: sent.url },
    data: { username, password },
  });
  if (!answer.ok()) throw new Error(`Signing in: ${await answer.text()}`);
  await page.goto('/upload');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...sent.paths]);
  const button = page.getByRole('button', { name: 'Create link' });
  await button.waitFor();
  const completed = page.waitForResponse(
    (response) => response.url().endsWith('/complete') && response.ok(),
    { timeout: 600_000 },
  );
  const started = performance.now();
  await button.click();
  await completed;
  const seconds = (performance.now() - started) / 1e3;
  await context.close();
  return seconds;
}
