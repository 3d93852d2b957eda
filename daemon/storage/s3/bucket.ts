import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Options } from '../../env/storage.ts';
import type { Logger } from '../../logger.ts';
import { MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { BucketRequests } from '../stores.ts';
import { abortUploads, type JoinedPart, joinParts, putInParts, usualPart } from './multipart.ts';
import { meterRequests } from './request-meter.ts';

export type { JoinedPart } from './multipart.ts';

/** The objects of a bucket. Keys are those of the server, with the prefix. */
export interface Bucket {
  /** What has been asked of the server since the bucket was opened. */
  readonly meter: BucketRequests;
  /** Stores an object. The server compares its bytes with the digest: it stores all of them or nothing. */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * Begins to read a part of an object.
   *
   * @throws MissingSourceError when there is no object, ShortSourceError when it ends before the part, BucketError
   */
  get(key: string, part: ObjectPart): Promise<ObjectBody>;
  /** Begins to read an object as a whole. @throws MissingSourceError, BucketError */
  getAll(key: string): Promise<Readable>;
  /** Stores an object of any size, all of it or nothing; an error of `bytes` ends it. */
  putStream(key: string, file: { bytes: AsyncIterable<Uint8Array>; size: number }): Promise<void>;
  /** Makes an object of parts in their order, all of it or nothing. */
  join(key: string, parts: readonly JoinedPart[], signal: AbortSignal): Promise<void>;
  /** Ends what killed processes have begun to store in parts before a moment; returns how many there were. */
  abortUploads(prefix: string, before: Date): Promise<number>;
  has(key: string): Promise<boolean>;
  /** Deletes at most 1,000 objects, no error when there are none; returns the keys of those that it could not delete. */
  deleteMany(keys: readonly string[]): Promise<string[]>;
  /** Yields the objects whose keys begin with a prefix, in the order of the bytes of their keys. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Returns a link to an object, with headers for the answer, that everybody can use for a minute. */
  presign(key: string, answer: AnswerHeaders): Promise<string>;
  close(): void;
}

export interface AnswerHeaders {
  type: string;
  disposition: string;
}

export interface ObjectPart {
  start: number;
  /** Position after the last byte. */
  end: number;
  /** Refuses an object that is another one. */
  etag?: string | undefined;
  signal: AbortSignal;
}

export interface ObjectBody {
  etag: string | undefined;
  bytes: Readable;
}

export interface ListedObject {
  key: string;
  /** Bytes. */
  size: number;
  modified: Date;
}

/**
 * The S3 server cannot be reached, or refuses what it was asked. The error of the SDK is not kept: it has the whole
 * request, with its signature.
 */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** `EDQUOT`: the server has no space left. */
  readonly code: 'S3_UNAVAILABLE' | 'EDQUOT';

  /** The server did not answer in time. */
  readonly isSilence: boolean;
  readonly failure: Pick<Failure, 'name' | 'status'>;
  /** What the server answered, or why it did not. */
  readonly reason: string;

  constructor(operation: string, { name, message, status }: Failure) {
    const reason = [status, name, message].filter(Boolean).join(' ');
    super(`the S3 server failed at ${operation}: ${reason}`);
    this.failure = { name, status };
    this.isSilence = name === 'TimeoutError';
    this.reason = reason;
    this.code = fullNames.has(name) ? 'EDQUOT' : 'S3_UNAVAILABLE';
  }
}

interface Failure {
  name: string;
  message: string;
  status: number | undefined;
}

function failureOf(error: unknown): Failure {
  if (error instanceof S3ServiceException) {
    const { name, message, $metadata } = error;
    return { name, message, status: $metadata.httpStatusCode };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message, status: undefined };
}

/** Seconds in which a download has to begin. */
const linkLifetime = 60;

/** How Ceph, MinIO and others say that a quota or their disks are full. */
const fullNames: ReadonlySet<string> = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
]);

/**
 * Milliseconds in which the server must begin to answer a read, with all repetitions. A visitor whose download has not
 * begun is told so then, before the server gives up their connection, see the limits of `http`.
 */
const usualPatience = 20_000;

export function openBucket(options: S3Options, logger: Logger, patience = usualPatience): Bucket {
  const client = createClient(options);
  const meter = meterRequests(client);
  // It sends nothing. Links name the server as others reach it.
  const signer = createClient({ ...options, endpoint: options.publicUrl ?? options.endpoint });
  const { bucket: Bucket } = options;

  async function attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isAnswer =
        isMissing(error) || isTooShort(error) || (error instanceof Error && error.name === 'AbortError');
      if (isAnswer) throw error;
      const failure = failureOf(error);
      logger.warn({ operation, ...failure }, 'the S3 server failed');
      throw new BucketError(operation, failure);
    }
  }

  async function sendPatiently(
    command: GetObjectCommand,
    signal: AbortSignal,
  ): Promise<GetObjectCommandOutput> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), patience);
    try {
      return await client.send(command, { abortSignal: AbortSignal.any([signal, silence.signal]) });
    } catch (error) {
      if (!silence.signal.aborted) throw error;
      throw Object.assign(new Error(`no answer in ${patience / 1000} s`), { name: 'TimeoutError' });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    meter,

    async put(Key, Body, sha256) {
      const command = new PutObjectCommand({ Bucket, Key, Body });
      signPayload(command, sha256);
      await attempt('PutObject', () => client.send(command));
    },

    async get(Key, { start, end, etag, signal: abortSignal }) {
      const Range = `bytes=${start}-${end - 1}`;
      const command = new GetObjectCommand({ Bucket, Key, Range, ...(etag && { IfMatch: etag }) });
      const answer = await attempt('GetObject', () => sendPatiently(command, abortSignal)).catch(
        (error: unknown) => {
          if (isTooShort(error)) throw new ShortSourceError(start);
          throw isMissing(error) ? new MissingSourceError(Key) : error;
        },
      );
      // In Node, the body is the answer itself.
      return { etag: answer.ETag, bytes: answer.Body as Readable };
    },

    async getAll(Key) {
      const command = new GetObjectCommand({ Bucket, Key });
      const answer = await attempt('GetObject', () => client.send(command)).catch((error: unknown) => {
        throw isMissing(error) ? new MissingSourceError(Key) : error;
      });
      return answer.Body as Readable;
    },

    async putStream(Key, file) {
      if (file.size > usualPart) {
        await attempt('UploadPart', () => putInParts(client, { Bucket, Key }, file));
        return;
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.bytes) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      await this.put(Key, body, hash('sha256', body, 'hex'));
    },

    join: (Key, parts, signal) =>
      attempt('UploadPartCopy', () => joinParts(client, { Bucket, Key }, { parts, signal })),
    abortUploads: (Prefix, before) =>
      attempt('ListMultipartUploads', () => abortUploads(client, { Bucket, Prefix }, before)),

    async has(Key) {
      try {
        await attempt('HeadObject', () => client.send(new HeadObjectCommand({ Bucket, Key })));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async deleteMany(keys) {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
      const command = new DeleteObjectsCommand({ Bucket, Delete });
      const { Errors = [] } = await attempt('DeleteObjects', () => client.send(command));
      const failed = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (failed[0]) logger.warn({ count: failed.length, first: failed[0] }, 'objects could not be deleted');
      return failed.flatMap(({ Key }) => Key ?? []);
    },

    async *list(Prefix) {
      for (let ContinuationToken: string | undefined; ; ) {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await attempt('ListObjectsV2', () => client.send(command));
        for (const { Key: key, Size: size = 0, LastModified: modified } of page.Contents ?? []) {
          if (key !== undefined && modified) yield { key, size, modified };
        }
        ContinuationToken = page.NextContinuationToken;
        if (!page.IsTruncated || !ContinuationToken) return;
      }
    },

    presign(Key, { type: ResponseContentType, disposition: ResponseContentDisposition }) {
      const command = new GetObjectCommand({ Bucket, Key, ResponseContentType, ResponseContentDisposition });
      // As the client has learned from answers, the clock of this machine may be wrong.
      const signingDate = new Date(Date.now() + client.config.systemClockOffset);
      return getSignedUrl(signer, command, { expiresIn: linkLifetime, signingDate });
    },

    close() {
      client.destroy();
      signer.destroy();
    },
  };
}

function createClient(options: S3Options): S3Client {
  // The version is pinned to one that supports this Node; the notice is about later versions.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = options;
  // Each running download has one or two, for hours if its receiver is slow; others must not wait for them.
  const agent = { keepAlive: true, maxSockets: 1000 };
  return new S3Client({
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    // By default, checksums are sent in trailers, which not every server understands.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: 3000, socketTimeout: 30_000 },
  });
}

/** The SDK signs the digest in this header, and otherwise computes it on the main thread. */
function signPayload(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string> };
      request.headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signedPayload' },
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

function isTooShort(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
}
