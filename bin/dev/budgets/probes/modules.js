import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/**
 * Preloaded into a program; lists what the engine has parsed: address and length. A message from the parent is answered
 * with it; a command writes it at its end to the file `?to=`.
 */

const scripts = [];
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
  if (!url.startsWith('node:') && url !== '' && url !== import.meta.url) scripts.push([url, length]);
});
session.post('Debugger.enable');

const to = new URL(import.meta.url).searchParams.get('to');
if (to !== null) process.on('exit', () => writeFileSync(to, JSON.stringify(scripts)));

if (process.send) {
  process.once('message', () => {
    session.disconnect();
    process.send(scripts);
  });
  process.channel.unref();
}
