import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import * as sdk from 'fileshare';

/**
 * Runs the examples on the Node that runs this: each is a module, and what it takes for granted (`globals.d.ts`) is
 * provided by the global object. Sends `null` or the stack of its error for each.
 */

const { baseUrl, session, apiKey, password, recoveryCodes, picture, examples } = await new Promise(
  (resolve) => process.once('message', resolve),
);
Object.assign(globalThis, sdk);

const sessionStore = sdk.memorySessionStore();
await sessionStore.save(session);
const client = sdk.createClient({ baseUrl, sessionStore });
const { share } = await client.uploadFiles(
  await sdk.filesFromPaths(['photos', 'notes.txt', 'Boat trip.mp4']),
  { share: { id: 'Xy12Ab34Cd56Ef78', name: 'Holiday' } },
);
const invitation = { name: 'Invoices', password: 'please' };
const reverseShare = await client.reverseShares.create({ body: invitation });
const nextCode = async () => recoveryCodes.shift();

/** The values that most examples need. */
async function commonValues(text) {
  const sources = await sdk.filesFromPaths(['photos']);
  return {
    client,
    baseUrl,
    share,
    sources,
    password,
    apiKey,
    identifier: 'mia',
    entries: [],
    link: share.url,
    token: session.accessToken,
    files: await sdk.filesFromPaths(['dir']),
    journal: sdk.fileUploadJournal({ directory: 'journals', key: 'any' }),
    uploadError: new sdk.UploadFailedError([{ path: 'a', error: new Error('refused') }], null),
    ask: nextCode,
    askForCode: nextCode,
    askForPassword() {},
    tryAgainLater() {},
    show() {},
    ...(/reverseShare:|(?:parse|resolve)ReverseShareLink/.test(text) && {
      link: reverseShare.url,
      password: invitation.password,
    }),
  };
}

/** The values of few examples, which take some work. */
const rareValues = {
  error: (text) =>
    ({
      DiskFullError: new sdk.DiskFullError('inbox', 5),
      FilesDamagedError: new sdk.FilesDamagedError([{ path: 'a' }]),
      NetworkError: new sdk.NetworkError('unreachable'),
    })[/instanceof (\w+)/.exec(text)?.[1]],
  codeVerifier: () => randomBytes(32).toString('base64url'),
  code: async () => {
    const codeChallenge = createHash('sha256').update(globalThis.codeVerifier).digest('base64url');
    return (await client.auth.authorizeProgram({ body: { codeChallenge } })).code;
  },
  outcome: () => visitor().session.signIn({ identifier: 'mia', password }),
  task: async () => client.startUpload(await sdk.filesFromPaths(['Boat trip.mp4'])),
  frame: () => openAsBlob(picture),
};

/** Examples that sign in must not replace the session of the others. */
const visitor = () => sdk.createClient({ baseUrl });

for (const { text, file } of examples) {
  Object.assign(globalThis, await commonValues(text));
  if (/session\.sign/.test(text)) globalThis.client = visitor();
  for (const [name, provide] of Object.entries(rareValues)) {
    const isDeclared = new RegExp(`const ${name}\\b`).test(text);
    const isUsed = new RegExp(`(?<![.\\w])${name}\\b`).test(text);
    if (isUsed && !isDeclared) globalThis[name] = await provide(text);
  }
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from('dump')]),
    configurable: true,
  });
  try {
    await import(pathToFileURL(file));
    process.send(null);
  } catch (error) {
    process.send(error.stack);
  }
}
process.exit();
