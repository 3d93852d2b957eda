import { signIn } from './clients.ts';
import { addMember, type Member } from './members.ts';
import type { TestApp } from './start-app.ts';
import { storedShare } from './stored-share.ts';

const dayMs = 86_400_000;
const gigabyte = 1e9;

const shares = [
  { name: 'Photographs of the summer party', owner: 0, size: 18.4 * gigabyte, files: 1204 },
  { name: 'Final cut, for review', owner: 1, size: 12.1 * gigabyte, files: 3 },
  { name: 'Drawings for the new office', owner: 2, size: 4.7 * gigabyte, files: 86 },
  { name: 'Backup of the old laptop', owner: 3, size: 3.2 * gigabyte, files: 15_210 },
  { name: 'Interviews', owner: 0, size: 940e6, files: 12 },
  { name: null, owner: 1, size: 310e6, files: 1 },
  { name: 'Contracts 2026', owner: 2, size: 48e6, files: 31 },
  { name: 'Logo in all formats', owner: 3, size: 6e6, files: 9 },
];

/** Fills an instance as some people would in a year: accounts, shares, mails, and the figures of each day. */
export async function makeBusy(app: TestApp): Promise<void> {
  const { core } = app.app;
  const now = Date.now();
  const members: Member[] = [];
  for (const name of ['mia', 'jonas', 'amina', 'studio.north']) members.push(await addMember(app, name));
  await core.uow.transaction(async (repos) => {
    for (const [index, { name, owner, size, files }] of shares.entries()) {
      await repos.shares.insert(
        storedShare({
          name,
          size,
          ownerId: members[owner]?.id ?? null,
          fileCount: files,
          createdAt: now - index * 3 * dayMs,
          activeAt: now - index * 3 * dayMs,
          completedAt: now - index * 3 * dayMs,
          views: 7 * index,
        }),
      );
    }
  });
  await core.database.writer('daily_figures').delete();
  await core.database.writer.batchInsert('daily_figures', figuresUntil(now), 100);
  await giveUpMail(app);
}

/** More on working days than at the week's end, and more each month. */
function figuresUntil(now: number): { day: string; name: string; value: number }[] {
  return Array.from({ length: 364 }, (_, ago) => {
    const at = new Date(now - ago * dayMs);
    const day = at.toISOString().slice(0, 10);
    const growth = (364 - ago) / 364;
    const rhythm = at.getUTCDay() % 6 === 0 ? 0.25 : 0.75 + ((at.getUTCDate() * 7) % 10) / 20;
    const figures = {
      storedBytes: (6 + 33 * growth + 2 * rhythm) * gigabyte,
      shares: 14 * growth * rhythm,
      uploads: 90 * growth * rhythm,
      uploadedBytes: 2 * gigabyte * growth * rhythm,
      downloads: 140 * growth * rhythm,
    };
    return Object.entries(figures).map(([name, value]) => ({ day, name, value: Math.round(value) }));
  }).flat();
}

/** An invitation that found no mail server until it was too late. */
async function giveUpMail(app: TestApp): Promise<void> {
  const client = await signIn(app);
  await client.users.create({ body: { username: 'lea', email: 'lea@example.org' } });
  const error = 'connect ECONNREFUSED 127.0.0.1:9';
  await app.app.core.database.writer('outbox').update({ state: 'dead', attempts: 12, error });
}
