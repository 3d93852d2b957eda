/** Creates an upload with a plain request; returns the URL to send the bytes to. */
export async function createTusUpload(
  endpoint: string,
  { size, metadata, headers = {} }: TusCreation,
): Promise<string> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(size),
      'Upload-Metadata': encodeMetadata(metadata),
    },
  });
  const location = response.headers.get('location');
  if (response.status !== 201 || location === null) {
    throw new Error(`${endpoint} answered ${response.status}: ${await response.text()}`);
  }
  return new URL(location, endpoint).href;
}

export interface TusCreation {
  size: number;
  metadata: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

/** Headers of the request that sends all bytes. */
export const appendHeaders = {
  'Tus-Resumable': '1.0.0',
  'Upload-Offset': '0',
  'Content-Type': 'application/offset+octet-stream',
} as const;

function encodeMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(',');
}
