import type { EndpointDefinition, Method } from '../endpoint.ts';

/** Describes the endpoints that transfer bytes, as far as their schemas do not. */

interface Header {
  name: string;
  required: boolean;
  description: string;
  schema: Record<string, unknown>;
}

export interface TransferDescription {
  note?: string;
  requestHeaders: readonly Header[];
  requestBody?: RequestBody;
  responses: Record<string, TransferResponse>;
}

interface RequestBody {
  required: boolean;
  description: string;
  content: Record<string, { schema?: Record<string, unknown> }>;
}

interface TransferResponse {
  description: string;
  headers?: Record<string, Record<string, unknown>>;
  content?: Record<string, { schema?: Record<string, unknown> }>;
}

const text = { type: 'string' };
const bytes = { type: 'integer', minimum: 0 };

const requestHeader = (
  name: string,
  description: string,
  schema: Record<string, unknown> = text,
): Header => ({
  name,
  required: false,
  description,
  schema,
});

const requiredHeader = (
  name: string,
  description: string,
  schema: Record<string, unknown> = text,
): Header => ({
  name,
  required: true,
  description,
  schema,
});

const responseHeader = (description: string, schema: Record<string, unknown> = text) => ({
  description,
  schema,
});

/** Describes a file sent as part of a form (RFC 7578). */
export function describeForm({ mediaType, maxBytes }: { mediaType: string; maxBytes: number }): RequestBody {
  const file = { type: 'string', contentMediaType: mediaType, maxLength: maxBytes };
  const schema = { type: 'object', required: ['file'], properties: { file } };
  return {
    required: true,
    description: `The file, of at most ${maxBytes} bytes`,
    content: { 'multipart/form-data': { schema } },
  };
}

/** Describes a streamed response: a download (RFC 9110, sections 13 and 14), or generated text of type `mediaType`. */
export function describeStream(mediaType?: string): TransferDescription {
  return mediaType === undefined ? describeDownload() : describeWhole(mediaType);
}

function describeWhole(mediaType: string): TransferDescription {
  const headers = { 'Content-Disposition': responseHeader('How to save it (RFC 6266)') };
  const schema = mediaType.startsWith('text/') ? { schema: text } : {};
  return {
    requestHeaders: [],
    responses: { '200': { description: 'All of it', headers, content: { [mediaType]: schema } } },
  };
}

function describeDownload(): TransferDescription {
  const content = { '*/*': {} };
  const headers = {
    'Content-Length': responseHeader('Length of this response in bytes', bytes),
    'Content-Disposition': responseHeader('How to save it (RFC 6266)'),
    'Accept-Ranges': responseHeader('`bytes`'),
    ETag: responseHeader('Strong; the same as long as the bytes are the same'),
  };
  return {
    note: 'Give the `ETag` back in `If-Range` to go on with an interrupted download.',
    requestHeaders: [
      requestHeader(
        'Range',
        'One range of bytes, such as `bytes=1000-` or `bytes=-500`; for several ranges, all bytes are returned',
      ),
      requestHeader('If-Range', 'Returns the range only if the `ETag` still matches'),
      requestHeader('If-None-Match', 'Returns 304 if the `ETag` still matches'),
      requestHeader('If-Match', 'Returns 412 unless the `ETag` still matches'),
    ],
    responses: {
      '200': { description: 'All bytes', headers, content },
      '206': {
        description: 'The bytes of the range',
        headers: { ...headers, 'Content-Range': responseHeader('`bytes <first>-<last>/<all>`') },
        content,
      },
      '304': { description: 'Nothing has changed', headers: { ETag: headers.ETag } },
    },
  };
}

/** Describes a request whose body is a file, and which answers text or JSON. */
export function describePut(json: Record<string, unknown>): TransferDescription {
  return {
    note: 'An API key can also be the password of HTTP Basic authentication. Errors too are one line of plain text, unless `Accept` prefers JSON.',
    requestHeaders: [
      requiredHeader('Content-Length', 'Size of the file; a body of unknown length is refused', bytes),
      requestHeader('X-Share-Password', 'Visitors must enter it to open the share; in UTF-8'),
    ],
    requestBody: { required: true, description: 'The bytes of the file', content: { '*/*': {} } },
    responses: {
      '201': {
        description: 'The link of the share and a line break, or the share if `Accept` prefers JSON',
        headers: { Location: responseHeader('The link of the share') },
        content: { 'text/plain': { schema: text }, 'application/json': { schema: json } },
      },
    },
  };
}

const tusVersion = requiredHeader('Tus-Resumable', 'Version of the protocol', { const: '1.0.0' });
const bodyType = 'application/offset+octet-stream';
const tusHeaders = { 'Tus-Resumable': responseHeader('Version of the protocol') };
const offsetHeader = { 'Upload-Offset': responseHeader('Number of bytes the server has received', bytes) };
const expiryHeader = {
  'Upload-Expires': responseHeader('When the server deletes the upload if it is still unfinished'),
};
const tusNote = 'The tus resumable upload protocol 1.0.0: https://tus.io/protocols/resumable-upload';

const tusByMethod: Partial<Record<Method, TransferDescription>> = {
  POST: {
    note: tusNote,
    requestHeaders: [
      tusVersion,
      requiredHeader('Upload-Length', 'Size of the file', bytes),
      requiredHeader(
        'Upload-Metadata',
        'Pairs of a key and its value in Base64, separated by commas; the keys are those of `UploadMetadata`',
      ),
    ],
    requestBody: {
      required: false,
      description: 'The first bytes (extension creation-with-upload)',
      content: { [bodyType]: {} },
    },
    responses: {
      '201': {
        description: 'Created',
        headers: {
          ...tusHeaders,
          Location: responseHeader('Address of the upload'),
          ...offsetHeader,
          ...expiryHeader,
        },
      },
    },
  },
  HEAD: {
    note: tusNote,
    requestHeaders: [tusVersion],
    responses: {
      '200': {
        description: 'The state of the upload',
        headers: {
          ...tusHeaders,
          ...offsetHeader,
          ...expiryHeader,
          'Upload-Length': responseHeader('Size of the file', bytes),
        },
      },
    },
  },
  PATCH: {
    note: tusNote,
    requestHeaders: [
      tusVersion,
      requiredHeader(
        'Upload-Offset',
        'Number of bytes the server has received; the body continues from there',
        bytes,
      ),
    ],
    requestBody: { required: true, description: 'The next bytes', content: { [bodyType]: {} } },
    responses: {
      '204': { description: 'Stored', headers: { ...tusHeaders, ...offsetHeader, ...expiryHeader } },
    },
  },
  DELETE: {
    note: tusNote,
    requestHeaders: [tusVersion],
    responses: { '204': { description: 'Cancelled', headers: tusHeaders } },
  },
};

/** Describes a request of the tus protocol. */
export function describeTus(endpoint: EndpointDefinition): TransferDescription | undefined {
  return tusByMethod[endpoint.method];
}
