import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDraft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { createWorld } from '../../testing/policy/world.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesServer } from '../../testing/test-database.ts';
import { usesBucket } from '../../testing/test-storage.ts';

const day = 86_400_000;

let clock: FakeClock;
let app: TestApp;

const start = (metrics: string) => startApp({ clock, env: { FILESHARE_METRICS: metrics } });

beforeEach(async () => {
  clock = createFakeClock();
  app = await start('true');
});
afterEach(() => app.stop());

const asAdmin = async () => (await signInAs(app, app.admin)).headers;

async function scrape(
  headers?: Record<string, string>,
): Promise<{ status: number; type: string; text: string }> {
  const answer = await fetch(`${app.url}/api/metrics`, { headers: headers ?? (await asAdmin()) });
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, text: await answer.text() };
}

async function areOn(): Promise<boolean> {
  const answer = await fetch(`${app.url}/api/release`, { headers: await asAdmin() });
  return ((await answer.json()) as { hasMetrics: boolean }).hasMetrics;
}

/** Returns the value of the line that begins with `name`. */
async function figure(name: string): Promise<number | undefined> {
  const { text } = await scrape();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('metrics', () => {
  it('are not there unless the host wants them', async () => {
    await app.stop();
    app = await start('false');
    const { status, text } = await scrape();
    expect([status, errorOf({ body: JSON.parse(text) })]).toEqual([404, 'not_found']);
    expect(await areOn()).toBe(false);
  });

  it('are on as the page of the overview sees it', async () => {
    expect(await areOn()).toBe(true);
  });

  it('are for a scraper with a key of an administrator', async () => {
    const world = createWorld(app);
    const admin = await world.member({ isAdmin: true });
    const key = await world.apiKey(admin, ['admin']);
    const { status, type, text } = await scrape({ authorization: `Bearer ${key.secret}` });
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('# TYPE fileshare_stored_bytes gauge');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect((await scrape({})).status).toBe(401);
  });

  it('tell what there is and what happened', async () => {
    const draft = await createDraft(app, { name: 'A secret plan' }, await asAdmin());
    await upload(app, draft, { path: 'a.txt', text: '0123456789' });
    await publish(app, draft);
    const other = await createDraft(app, {}, await asAdmin());
    await upload(app, other, { path: 'b.txt', text: '0123456789', sent: 4 });
    const { text } = await scrape();
    for (const line of [
      'fileshare_stored_bytes 10',
      'fileshare_shares 1',
      'fileshare_drafts 1',
      'fileshare_reserved_bytes 6',
      'fileshare_uploads{state="receiving"} 1',
      'fileshare_uploads{state="paused"} 0',
      'fileshare_files_received_total 1',
      'fileshare_received_bytes_total 10',
      'fileshare_shares_published_total 1',
      'fileshare_mails{state="waiting"} 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    // Nobody knows how much fits into a bucket.
    expect(/^fileshare_free_bytes [1-9]/m.test(text)).toBe(!usesBucket());
    // The disk of a database server is unknown.
    const isFile = app.app.core.env.database.engine === 'sqlite';
    expect(/^fileshare_database_free_bytes [1-9]/m.test(text)).toBe(isFile);
    expect(text).toMatch(/^fileshare_open_connections [1-9]/m);
    expect(text).toMatch(/^fileshare_http_request_duration_seconds_count\{status="2xx"\} [1-9]/m);
    for (const personal of [draft.id, 'secret plan', 'a.txt', app.admin.email, '127.0.0.1']) {
      expect(text).not.toContain(personal);
    }
  });

  it('count the same when two ask at once', async () => {
    const draft = await createDraft(app, {}, await asAdmin());
    await upload(app, draft, { path: 'a.txt', text: 'x' });
    const headers = await asAdmin();
    const answers = await Promise.all([scrape(headers), scrape(headers), scrape(headers)]);
    for (const { text } of answers) expect(text).toContain('\nfileshare_files_received_total 1\n');
  });

  it('are read once each', async () => {
    const headers = await asAdmin();
    const { reader } = app.app.core.database;
    const readAgain = async () => {
      const asked: string[] = [];
      const listen = ({ sql }: { sql: string }) => asked.push(sql);
      reader.on('query', listen);
      await scrape(headers);
      reader.off('query', listen);
      expect(asked.filter((sql) => sql.includes('daily_figures'))).toHaveLength(1);
      const sums = asked.filter((sql) => /daily_figures|instance|declared_size/.test(sql));
      return sums.length - new Set(sums).size;
    };
    // A job may read the same at the same moment, but not every time.
    await expect.poll(readAgain).toBe(0);
  });

  it('count what was tried too often', async () => {
    const refusals = () => figure('fileshare_throttle_refusals_total{action="signIn"}');
    expect(await refusals()).toBeUndefined();
    const wrong = { username: 'nobody', password: 'wrong password' };
    for (let tries = 0; tries < 12; tries += 1) await signInAs(app, wrong).catch(() => undefined);
    expect(await refusals()).toBeGreaterThan(0);
  });

  it('tell of jobs that are late', async () => {
    const lag = () => figure('fileshare_job_lag_seconds{job="audit.prune"}');
    await app.app.jobs.run('audit.prune');
    await expect.poll(lag).toBe(0);
    clock.advance(2 * 3_600_000);
    // Jobs that servers share go by the clock of the database, which nobody can move here.
    const due = { due_at: clock.now() - 3_600_000 };
    if (usesServer()) await app.app.core.database.writer('jobs').where({ name: 'audit.prune' }).update(due);
    expect(await lag()).toBe(3600);
    expect(await figure('fileshare_job_failures_total{job="audit.prune"}')).toBe(0);
  });

  it('tell what the last examination found', async () => {
    await app.app.jobs.run('integrity.examine');
    expect(await figure('fileshare_invariant_violations{invariant="I4"}')).toBe(0);
    const draft = await createDraft(app, {}, await asAdmin());
    await upload(app, draft, { path: 'a.txt', text: 'x' });
    const { writer } = app.app.core.database;
    await writer('shares').where({ id: draft.id }).update({ file_count: 7 });
    clock.advance(day);
    await app.app.jobs.run('integrity.examine');
    expect(await figure('fileshare_invariant_violations{invariant="I4"}')).toBe(1);
    expect(await figure('fileshare_invariant_violations{invariant="I1"}')).toBe(0);
    expect(await figure('fileshare_damaged_files')).toBe(0);
  });
});
