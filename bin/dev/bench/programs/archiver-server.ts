import { createServer } from 'node:http';
import { ZipArchive } from 'archiver';

/** Sends all files of a folder as a stored ZIP with unmodified archiver. Arguments: port, folder. */
const [port, directory = ''] = process.argv.slice(2);
createServer((req, res) => {
  if (req.url === '/') {
    res.end('ready');
    return;
  }
  const archive = new ZipArchive({ store: true });
  archive.on('error', (error) => res.destroy(error));
  archive.pipe(res);
  archive.directory(directory, false);
  void archive.finalize();
}).listen(Number(port), '127.0.0.1');
