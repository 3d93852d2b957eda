import { ShareFile } from '#sdk/contract/files.js';

/** As `files.list` answers it. */
export function sampleFile(path: string, fields: Partial<Record<keyof ShareFile, unknown>> = {}): ShareFile {
  return ShareFile.parse({
    id: Array.from(path, (letter) => letter.charCodeAt(0).toString(16))
      .join('')
      .slice(0, 32)
      .padEnd(32, '0'),
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    size: 1000,
    type: 'image/jpeg',
    preview: 'image',
    sha256: 'a'.repeat(64),
    createdAt: '2030-01-01T00:00:00.000Z',
    thumbnail: null,
    ...fields,
  });
}
