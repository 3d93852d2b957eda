import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
const call = (path: string, options = {}) => createCaller(app.url)(path, options);

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
});
afterAll(() => app.stop());

async function share(json: unknown = {}): Promise<Draft> {
  const draft = await createDraft(app, json);
  await upload(app, draft, { path: 'a.txt', text: 'text' });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

const visit = (id: string, headers = {}) => call(`/shares/${id}/visit`, { method: 'POST', headers });

describe('visiting', () => {
  it('opens a share that asks for nothing, once', async () => {
    const { id } = await share();
    const browse = createBrowser(app.url);
    const first = await browse(`/shares/${id}/visit`, { method: 'POST' });
    expect(first.body).toMatchObject({ share: { id, fileCount: 1 }, refusal: null });
    const { token } = first.body as { token: string };
    expect(token).toMatch(/^fsv_/);
    expect((await browse(`/shares/${id}/files`)).status).toBe(200);
    const again = await visit(id, { 'x-share-token': token });
    expect(again.body).toMatchObject({ share: { id }, token: null, refusal: null });
  });

  it.each([
    [{ password: 'open sesame' }, { code: 'share_password_required', maxViews: 0 }],
    [{ maxViews: 2 }, { code: 'share_token_required', maxViews: 2 }],
  ])('says what a share with %j needs, and uses up no view', async (json, refusal) => {
    const { id } = await share(json);
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await visit(id);
      expect([status, body]).toEqual([200, { share: null, token: null, refusal }]);
    }
  });

  it('says that there is nothing, or not yet', async () => {
    const draft = await createDraft(app);
    expect((await visit(draft.id)).body).toMatchObject({ refusal: { code: 'share_uploading' } });
    expect((await visit('nothing')).body).toMatchObject({ refusal: { code: 'share_not_found' } });
  });
});
