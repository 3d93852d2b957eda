import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Digests, digestFolder, makeFolder } from '../folder.ts';
import { type CommandResult, passingExits, ServerProcess, startCommand } from '../processes.ts';
import { changeable, type Proxy, startProxy } from '../proxy.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { checkData, compare, verifyShare } from '../verify.ts';

/** Kills the command line at random moments of uploads and downloads; the same command, typed again, resumes. */
export const clientKills: Scenario = {
  name: 'client-kills',
  share: 0.3,
  async run(chaos) {
    const { folder, random, tally, kills } = chaos;
    const server = await ServerProcess.create(path.join(folder, 'data'));
    await server.start();
    // As slow as a network, so that the transfer can be interrupted.
    const up = await startProxy(server.port, () => ({ bytesPerSecond: random.int(10, 30) * 1_000_000 }));
    const down = await startProxy(server.port, changeable(random, 10_000_000));
    const client = await server.connect();
    try {
      for (let round = 0; tally.kills < kills; round++) {
        const source = await makeFolder(path.join(folder, `round-${round}`), random, {
          big: [random.int(10, 25) * 1_000_000 + random.int(0, 4096)],
          small: random.int(20, 120),
        });
        const upload = ['upload', source.directory, '--hidden', '--json', '--progress=json'];
        const { stdout } = await runToItsEnd(chaos, upload, { proxy: up, most: 4 });
        const link = readLink(stdout);
        await verifyShare(chaos, client, { link, source });

        const target = path.join(folder, `round-${round}-back`);
        await mkdir(target);
        const worseLink = link.replace(server.url, down.url);
        const download = ['download', worseLink, '-o', target, '--overwrite', 'rename', '--progress=json'];
        await runToItsEnd(chaos, download, { proxy: down, most: 3 });
        const found = withoutEmptyParts(await digestFolder(target), source.digests);
        compare(chaos, found, { source, where: 'downloaded by the command' });
        await Promise.all([source.directory, target].map((directory) => rm(directory, { recursive: true })));
      }
      tally.cuts += down.troubles;
      await checkData(server);
      tally.notes.push(...server.errors);
    } finally {
      await client.close();
      await Promise.all([up.close(), down.close()]);
      await server.kill();
    }
  },
};

const emptyDigest = createHash('sha256').digest('hex');

/**
 * If it is killed between creating the part file of a small file and writing its first byte, the command leaves an
 * empty file that it cannot tell from anybody else's, and so never touches again.
 */
function withoutEmptyParts(found: Digests, expected: Digests): Digests {
  const isLeft = (file: string, digest: string) =>
    file.endsWith('.part') && digest === emptyDigest && !expected.has(file);
  return new Map([...found].filter(([file, digest]) => !isLeft(file, digest)));
}

async function runToItsEnd(
  { folder, random, tally, kills }: Chaos,
  args: readonly string[],
  { proxy, most }: { proxy: Proxy; most: number },
): Promise<CommandResult> {
  const failures: string[] = [];
  for (let killed = 0; failures.length < 10; ) {
    const command = startCommand(args, path.join(folder, 'home'), proxy.url);
    if (killed < most && tally.kills < kills) {
      // Sometimes kill it before it has sent anything.
      await (random.isLucky(0.2) ? sleep(random.int(50, 600)) : command.moving);
      await sleep(random.int(0, 500));
      command.kill();
    }
    const result = await command.result;
    if (result.exitCode === 0) return result;
    if (result.exitCode === null) {
      killed++;
      tally.kills++;
      continue;
    }
    failures.push(result.stderr.slice(-500));
    if (!passingExits.has(result.exitCode)) break;
  }
  throw new Error(`fileshare ${args.join(' ')} does not come to its end: ${failures.at(-1)}`);
}

function readLink(stdout: string): string {
  const document: unknown = JSON.parse(stdout);
  if (typeof document === 'object' && document !== null && 'url' in document) return String(document.url);
  throw new Error(`no link in ${stdout}`);
}
