import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** Runs unmodified `@tus/server` and `@tus/file-store`. Arguments: port, folder. */
const [port, directory = ''] = process.argv.slice(2);
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) });
createServer((req, res) => void tus.handle(req, res)).listen(Number(port), '127.0.0.1');
