/** The server side of the library, as far as the tests use it. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';

  export interface Attributes {
    mode: number;
    uid: number;
    gid: number;
    size: number;
    atime: number;
    mtime: number;
  }

  export interface SftpStream {
    on(request: string, answer: (id: number, ...args: never[]) => void): this;
    status(id: number, code: number): void;
    handle(id: number, handle: Buffer): void;
    data(id: number, data: Buffer): void;
    name(id: number, names: readonly { filename: string; longname: string; attrs: Attributes }[]): void;
    attrs(id: number, attributes: Attributes): void;
  }

  export interface AuthContext {
    method: string;
    username: string;
    password?: string;
    key?: { algo: string; data: Buffer };
    /** What the client signs with its key; a first request, which asks whether the key is known, has no signature. */
    blob?: Buffer;
    signature?: Buffer;
    hashAlgo?: string;
    accept(): void;
    reject(): void;
  }

  export interface Connection extends EventEmitter {
    setNoDelay(isOn: boolean): unknown;
    end(): void;
  }

  export interface PublicKey {
    getPublicSSH(): Buffer;
    verify(signed: Buffer, signature: Buffer, hashAlgo?: string): boolean | Error;
  }

  const library: {
    Server: new (
      options: { hostKeys: readonly string[] },
      onConnection: (connection: Connection) => void,
    ) => EventEmitter & {
      listen(port: number, host: string, done: () => void): void;
      address(): { port: number };
      close(done: () => void): void;
    };
    utils: {
      parseKey(key: string | Buffer): PublicKey;
      generateKeyPairSync(
        type: 'ecdsa',
        options: { bits: 256; cipher?: string; passphrase?: string },
      ): { public: string; private: string };
      sftp: {
        STATUS_CODE: Record<'OK' | 'EOF' | 'NO_SUCH_FILE' | 'FAILURE' | 'OP_UNSUPPORTED', number>;
        flagsToString(flags: number): string;
      };
    };
  };
  export default library;
}
