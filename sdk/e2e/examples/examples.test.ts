import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'otplib/functional';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as browserSdk from '#sdk/browser.js';
import * as nodeSdk from '#sdk/index.js';
import { startApp, type TestApp } from '../../../daemon/testing/start-app.ts';
import { writeTree } from '../workspace.ts';
import { checkTypes } from './check-types.ts';
import { findExamples } from './find-examples.ts';
import { createProject, type Project } from './project.ts';

const examples = findExamples();
const inNode = examples.filter(({ where }) => where === 'node');
const password = 'correct horse battery';

let project: Project;
beforeAll(async () => {
  project = await createProject();
});
afterAll(() => project.remove());

describe('the examples compile', () => {
  it.each([
    ['node', nodeSdk],
    ['browser', browserSdk],
  ] as const)('in %s', async (where, sdk) => {
    const shown = examples.filter((example) => example.where === where);
    const files = await project.writeExamples(shown, `http://${where}.example`);
    const exports = Object.keys(sdk).map(
      (name) => `declare const ${name}: typeof import('fileshare').${name};`,
    );
    const given = join(project.folder, `${where}.d.ts`);
    const common = await readFile(new URL('globals.d.ts', import.meta.url), 'utf8');
    // Examples of one export do not repeat that it is imported.
    await writeFile(given, [common, ...exports].join('\n'));
    const conditions = where === 'browser' ? ['browser'] : [];
    expect(checkTypes(project.folder, [given, ...files], conditions)).toEqual([]);
  });
});

const otherNodes = resolve('bin/dev/node-versions/node_modules');
const versions = {
  'this Node': process.execPath,
  'Node 22': join(otherNodes, 'node22/bin/node'),
  'Node 24': join(otherNodes, 'node24/bin/node'),
};

describe.each(Object.entries(versions))('the examples run on %s', (_name, node) => {
  let server: TestApp;
  let problems: (string | null)[] = [];
  const hasNode = existsSync(node);

  beforeAll(async () => {
    if (!hasNode) return;
    server = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true' } });
    problems = await runExamples(server, node);
  });
  afterAll(() => server?.stop());

  it.skipIf(!hasNode).each(inNode.map(({ name }, index) => [name, index] as const))('%s', (_file, index) => {
    expect(problems[index]).toBeNull();
  });
});

/** Returns for each example the stack of its error, or null. */
async function runExamples(server: TestApp, node: string): Promise<(string | null)[]> {
  const cwd = join(project.folder, `run-${new URL(server.url).port}`);
  await writeTree(cwd, {
    'docs/a.md': '# A',
    'dir/b.txt': 'b',
    'photos/one.jpg': 'one',
    'notes.txt': 'notes',
    'Boat trip.mp4': 'film',
  });
  const files = await project.writeExamples(inNode, server.url);
  const { session, apiKey, recoveryCodes } = await setUp(server);
  const child = fork(fileURLToPath(new URL('run.js', import.meta.url)), {
    cwd,
    execPath: node,
    execArgv: [],
    env: { ...process.env, FILESHARE_TOKEN: apiKey },
    silent: true,
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout?.resume();
  const problems: (string | null)[] = [];
  child.on('message', (problem: string | null) => problems.push(problem));
  child.send({
    baseUrl: server.url,
    session,
    apiKey,
    password,
    recoveryCodes,
    picture: resolve('docs/images/preview.png'),
    examples: inNode.map(({ text }, index) => ({ text, file: files[index] })),
  });
  await new Promise((ended) => child.once('close', ended));
  if (problems.length < inNode.length) throw new Error(errors);
  return problems;
}

/** The accounts that the examples use: ann has a password, mia also a second factor. */
async function setUp({ url, admin }: TestApp) {
  const sessionStore = nodeSdk.memorySessionStore();
  const client = nodeSdk.createClient({ baseUrl: url, sessionStore });
  await client.session.signIn({ identifier: admin.username, password: admin.password });
  const scopes = ['shares:read', 'shares:write', 'reverse-shares', 'admin'] as const;
  const { secret: apiKey } = await client.apiKeys.create({
    body: { name: 'Examples', scopes: [...scopes], password: admin.password },
  });
  for (const username of ['ann', 'mia']) {
    await client.users.create({ body: { username, email: `${username}@example.org`, password } });
  }
  const mia = nodeSdk.createClient({ baseUrl: url });
  await mia.session.signIn({ identifier: 'mia', password });
  const { totpSecret } = await mia.totp.enable({ body: { password } });
  const first = await generate({ secret: totpSecret });
  const { recoveryCodes } = await mia.totp.verify({ body: { password, code: first } });
  await Promise.all([mia.close(), client.close()]);
  return { session: await sessionStore.load(), apiKey, recoveryCodes };
}
