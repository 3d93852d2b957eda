/** The part of the library that is used; it has no types of its own. */
declare module 'ssh2-sftp-client' {
  import type { EventEmitter } from 'node:events';
  import type { Readable, Writable } from 'node:stream';

  interface ConnectOptions {
    host: string;
    port: number;
    username: string;
    password?: string;
    privateKey?: Buffer;
    passphrase?: string;
    readyTimeout?: number;
    keepaliveInterval?: number;
    hostVerifier(key: Buffer): boolean;
  }

  interface FileInfo {
    /** `-` for a file, `d` for a folder. */
    type: string;
    name: string;
    size: number;
  }

  export default class SftpClient {
    constructor(name?: string, callbacks?: Record<'error' | 'end' | 'close', (error?: Error) => void>);
    /** The connection. */
    readonly client: EventEmitter & { setNoDelay(isOn: boolean): unknown };
    connect(options: ConnectOptions): Promise<unknown>;
    exists(path: string): Promise<false | 'd' | '-' | 'l'>;
    list(path: string): Promise<FileInfo[]>;
    mkdir(path: string, recursive?: boolean): Promise<string>;
    delete(path: string, notFoundOk?: boolean): Promise<string>;
    rename(from: string, to: string): Promise<string>;
    posixRename(from: string, to: string): Promise<string>;
    createReadStream(path: string, options?: { highWaterMark?: number; autoClose?: boolean }): Readable;
    createWriteStream(path: string, options?: { mode?: number; autoClose?: boolean }): Writable;
    end(): Promise<boolean>;
  }
}
