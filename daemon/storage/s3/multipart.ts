import type { S3Client } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

const mebibyte = 1024 * 1024;

/** S3 accepts 10,000 parts, each of at least 5 MiB except for the last one. */
const maxParts = 10_000;

/** Bytes of an object that is sent at once, and usually of a part. */
export const usualPart = 16 * mebibyte;

/** Stores an object that does not fit into memory, part after part. All of it appears at the end, or nothing. */
export async function putInParts(
  client: S3Client,
  at: { Bucket: string; Key: string },
  { bytes, size }: { bytes: AsyncIterable<Uint8Array>; size: number },
): Promise<void> {
  const partSize = Math.max(usualPart, Math.ceil(size / maxParts));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  const upload = { ...at, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of inParts(bytes, partSize)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Otherwise its parts cost storage until a rule of the bucket removes them.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
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
