interface TusRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'GET' | 'OPTIONS';
  token?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

export interface TusAnswer {
  status: number;
  headers: Headers;
  /** Error code of the catalogue, if it is an error. */
  error: string | undefined;
}

/** Sends tus requests to a test server, header by header, right or wrong. */
export async function sendTus(url: string, request: TusRequest): Promise<TusAnswer> {
  const response = await fetch(url, {
    method: request.method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(request.token && { authorization: `Bearer ${request.token}` }),
      ...request.headers,
    },
    ...(request.body && { body: request.body }),
  });
  const text = await response.text();
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  const error = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined;
  return { status: response.status, headers: response.headers, error };
}

/** Formats an `Upload-Metadata` header. */
export function metadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(',');
}

export const offsetStream = { 'content-type': 'application/offset+octet-stream' } as const;
