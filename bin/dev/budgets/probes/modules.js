import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/** Preloaded into a program; at its end, writes to the file `?to=` what the engine has parsed: address and length. */

const scripts = [];
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
  if (!url.startsWith('node:') && url !== '' && url !== import.meta.url) scripts.push([url, length]);
});
session.post('Debugger.enable');

const to = new URL(import.meta.url).searchParams.get('to');
process.on('exit', () => writeFileSync(to, JSON.stringify(scripts)));
