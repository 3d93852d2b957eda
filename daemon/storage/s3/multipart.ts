import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

const mebibyte = 1024 * 1024;

/** S3 accepts so many parts, each of so many bytes at least except for the last one. */
export const maxParts = 10_000;
export const smallestPart = 5 * mebibyte;

/** Bytes of an object that is sent at once, and usually of a part. */
export const usualPart = 16 * mebibyte;

type Place = { Bucket: string; Key: string };
type Upload = Place & { UploadId: string | undefined };
type Part = { PartNumber: number; ETag: string | undefined };

/** A part that is a whole object of the bucket, or bytes. */
export type JoinedPart = { copyOf: string; read?: never } | { copyOf?: never; read(): Promise<Uint8Array> };

/** Parts that are copied or sent at the same time. */
const joinedAtOnce = 4;

/** Stores an object that does not fit into memory, part after part. All of it appears at the end, or nothing. */
export async function putInParts(
  client: S3Client,
  at: Place,
  { bytes, size }: { bytes: AsyncIterable<Uint8Array>; size: number },
): Promise<void> {
  const partSize = Math.max(usualPart, Math.ceil(size / maxParts));
  await uploadParts(client, at, async (upload) => {
    const parts: Part[] = [];
    for await (const Body of inParts(bytes, partSize)) {
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      parts.push({ PartNumber, ETag });
    }
    return parts;
  });
}

/** Makes an object of parts. All of it appears at the end, or nothing. */
export async function joinParts(
  client: S3Client,
  at: Place,
  { parts, signal }: { parts: readonly JoinedPart[]; signal: AbortSignal },
): Promise<void> {
  const failed = new AbortController();
  const abortSignal = AbortSignal.any([signal, failed.signal]);

  async function put(upload: Upload, { copyOf, read }: JoinedPart, PartNumber: number): Promise<Part> {
    const part = { ...upload, PartNumber };
    if (copyOf === undefined) {
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: await read() }), {
        abortSignal,
      });
      return { PartNumber, ETag };
    }
    const CopySource = `${at.Bucket}/${copyOf.split('/').map(encodeURIComponent).join('/')}`;
    const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...part, CopySource }), {
      abortSignal,
    });
    return { PartNumber, ETag: CopyPartResult?.ETag };
  }

  await uploadParts(client, at, async (upload) => {
    const done: Part[] = [];
    const waiting = parts.entries();
    const work = async () => {
      try {
        for (const [index, part] of waiting) done.push(await put(upload, part, index + 1));
      } catch (error) {
        failed.abort(error);
      }
    };
    // All have ended before the upload is aborted: a part that comes later would stay.
    await Promise.all(Array.from({ length: joinedAtOnce }, work));
    failed.signal.throwIfAborted();
    return done.toSorted((a, b) => a.PartNumber - b.PartNumber);
  });
}

async function uploadParts(
  client: S3Client,
  at: Place,
  put: (upload: Upload) => Promise<Part[]>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  const upload = { ...at, UploadId };
  try {
    const Parts = await put(upload);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Otherwise its parts cost storage until they are found, see `abortUploads`.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** Ends uploads in parts that a killed process has begun before a moment; returns how many. */
export async function abortUploads(
  client: S3Client,
  at: { Bucket: string; Prefix: string },
  before: Date,
): Promise<number> {
  let aborted = 0;
  for await (const { Key, UploadId, Initiated } of listUploads(client, at)) {
    if (!Initiated || Initiated >= before) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: at.Bucket, Key, UploadId }));
    aborted += 1;
  }
  return aborted;
}

async function* listUploads(client: S3Client, at: { Bucket: string; Prefix: string }) {
  let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {};
  while (markers) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...at, ...markers }),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    markers = IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : null;
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    count += chunk.length;
    if (count < size) continue;
    yield Buffer.concat(held);
    [held, count] = [[], 0];
  }
  if (count > 0) yield Buffer.concat(held);
}
