import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

/** Sends all files of a folder as a stored ZIP with `zip -0`, through a pipe. Arguments: port, folder. */
const [port, directory = ''] = process.argv.slice(2);
createServer((req, res) => {
  if (req.url === '/') {
    res.end('ready');
    return;
  }
  const zip = spawn('zip', ['-0', '-r', '-q', '-', '.'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  zip.stdout.pipe(res);
}).listen(Number(port), '127.0.0.1');
