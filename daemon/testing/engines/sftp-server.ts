import { createHash, generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2, {
  type Attributes,
  type AuthContext,
  type Connection,
  type PublicKey,
  type SftpStream,
} from 'ssh2';

/** A real SFTP server in this process, whose files are in a folder. */
export interface SftpServer {
  /** `sftp://user@127.0.0.1:port` */
  url: string;
  password: string;
  /** Makes a private key that may sign in, as `ssh-keygen` writes it. */
  addKey(passphrase?: string): string;
  /** The fingerprint of its key. */
  hostKey: string;
  /** Ends all connections in the middle of whatever they do. */
  cut(): void;
  stop(): Promise<void>;
}

const { STATUS_CODE: code, flagsToString } = ssh2.utils.sftp;

export async function startSftpServer(root: string): Promise<SftpServer> {
  // ssh2 writes some of the Ed25519 keys that it makes in a way that it cannot read.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = String(privateKey.export({ type: 'sec1', format: 'pem' }));
  const password = 'correct horse';
  const keys: PublicKey[] = [];
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [key] }, (connection) => {
    connections.add(connection);
    // As OpenSSH does.
    connection.setNoDelay(true);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => undefined);
    connection.on('authentication', (context: AuthContext) => {
      const isRight = context.password === password || keys.some((one) => isSignedWith(one, context));
      if (isRight) context.accept();
      else context.reject();
    });
    connection.on('session', (accept: () => EventEmitter) => {
      accept().on('sftp', (acceptSftp: () => SftpStream) => serve(acceptSftp(), root));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const digest = createHash('sha256').update(ssh2.utils.parseKey(key).getPublicSSH()).digest('base64');
  const cut = () => {
    for (const connection of connections) connection.end();
  };
  return {
    url: `sftp://user@127.0.0.1:${server.address().port}`,
    password,
    addKey(passphrase) {
      const options = passphrase === undefined ? {} : { cipher: 'aes256-ctr', passphrase };
      const pair = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256, ...options });
      keys.push(ssh2.utils.parseKey(pair.public));
      return pair.private;
    },
    hostKey: `SHA256:${digest.replace(/=$/, '')}`,
    cut,
    stop() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Also for the question whether a key is known, before anything is signed. */
function isSignedWith(known: PublicKey, { key, blob, signature, hashAlgo }: AuthContext): boolean {
  if (!key?.data.equals(known.getPublicSSH())) return false;
  return !signature || (blob !== undefined && known.verify(blob, signature, hashAlgo) === true);
}

type Handle = { kind: 'file'; file: FileHandle } | { kind: 'folder'; left: Dirent[]; path: string };

/** Answers the requests of one client: https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02 */
function serve(sftp: SftpStream, root: string): void {
  const handles = new Map<number, Handle>();
  let next = 0;
  const pathOf = (path: string) => join(root, join('/', path));

  function keep(handle: Handle): Buffer {
    const name = Buffer.alloc(4);
    name.writeUInt32BE((next += 1));
    handles.set(next, handle);
    return name;
  }

  function find<K extends Handle['kind']>(name: Buffer, kind: K): Extract<Handle, { kind: K }> {
    const handle = handles.get(name.readUInt32BE());
    if (handle?.kind !== kind) throw new Error('no such handle');
    return handle as Extract<Handle, { kind: K }>;
  }

  const done = (work: Promise<unknown>) => async (id: number) => {
    await work;
    sftp.status(id, code.OK);
  };

  sftp.on('close', () => {
    for (const handle of handles.values()) if (handle.kind === 'file') void handle.file.close();
  });

  type Answer = (id: number, ...args: never[]) => Promise<unknown> | void;
  const answers: Record<string, Answer> = {
    REALPATH: (id, path: string) => sftp.name(id, [entryOf(join('/', path))]),
    STAT: async (id, path: string) => sftp.attrs(id, attributesOf(await lstat(pathOf(path)))),
    LSTAT: async (id, path: string) => sftp.attrs(id, attributesOf(await lstat(pathOf(path)))),
    FSTAT: async (id, handle: Buffer) => sftp.attrs(id, attributesOf(await find(handle, 'file').file.stat())),
    FSETSTAT: (id) => sftp.status(id, code.OK),
    SETSTAT: (id) => sftp.status(id, code.OK),
    async OPEN(id, path: string, flags: number) {
      sftp.handle(id, keep({ kind: 'file', file: await open(pathOf(path), flagsToString(flags)) }));
    },
    async WRITE(id, handle: Buffer, offset: number, data: Buffer) {
      await find(handle, 'file').file.write(data, 0, data.length, offset);
      sftp.status(id, code.OK);
    },
    async READ(id, handle: Buffer, offset: number, length: number) {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await find(handle, 'file').file.read(buffer, 0, length, offset);
      if (bytesRead === 0) sftp.status(id, code.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    },
    async CLOSE(id, name: Buffer) {
      const handle = handles.get(name.readUInt32BE());
      handles.delete(name.readUInt32BE());
      if (handle?.kind === 'file') await handle.file.close();
      sftp.status(id, code.OK);
    },
    async OPENDIR(id, path: string) {
      const left = await readdir(pathOf(path), { withFileTypes: true });
      sftp.handle(id, keep({ kind: 'folder', left, path: pathOf(path) }));
    },
    async READDIR(id, name: Buffer) {
      const handle = find(name, 'folder');
      const some = handle.left.splice(0, 100);
      if (some.length === 0) return sftp.status(id, code.EOF);
      const entries = some.map(async (entry) =>
        entryOf(entry.name, await lstat(join(handle.path, entry.name))),
      );
      return sftp.name(id, await Promise.all(entries));
    },
    MKDIR: (id, path: string) => done(mkdir(pathOf(path)))(id),
    REMOVE: (id, path: string) => done(rm(pathOf(path)))(id),
    // Version 3 of the protocol does not replace files.
    async RENAME(id, from: string, to: string) {
      if (await lstat(pathOf(to)).catch(() => null)) return sftp.status(id, code.FAILURE);
      await rename(pathOf(from), pathOf(to));
      return sftp.status(id, code.OK);
    },
    EXTENDED: (id) => sftp.status(id, code.OP_UNSUPPORTED),
  };
  for (const [name, answer] of Object.entries(answers)) {
    sftp.on(name, (id: number, ...args: unknown[]) => {
      Promise.resolve()
        .then(() => answer(id, ...(args as never[])))
        .catch((error: NodeJS.ErrnoException) => {
          sftp.status(id, error.code === 'ENOENT' ? code.NO_SUCH_FILE : code.FAILURE);
        });
    });
  }
}

function attributesOf({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: atimeMs / 1000, mtime: mtimeMs / 1000 };
}

function entryOf(filename: string, stats?: Stats) {
  const attrs = stats
    ? attributesOf(stats)
    : { mode: constants.S_IFDIR, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
  // Clients read what kind of an entry it is from here.
  const kind = stats?.isFile() ? '-' : 'd';
  return { filename, longname: `${kind}rw------- 1 user user ${attrs.size} Jan 1 00:00 ${filename}`, attrs };
}
