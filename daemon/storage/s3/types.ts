/** What a blob belongs to; ids are unique within it. */
export type Place = 'files' | 'archives' | 'thumbnails';

/** A blob that is being written or can be read. */
export interface BlobRecord {
  /** Identifies it for good; its id can be used again. */
  key: string;
  id: string;
  state: 'staged' | 'stored';
  /** Bytes; of a staged blob, those that are safe. */
  size: number;
  /** The number of its last writer. */
  fence: number;
  /** When bytes were last added, in milliseconds since 1970. */
  modifiedAt: number;
}

/** The bytes of a blob from `start` on: an object of the bucket. */
export interface Piece {
  start: number;
  size: number;
  /** The name of the object. */
  key: string;
  sha256: string;
  crc32: number;
}

/** The right to add bytes to a staged blob, until another writer acquires it. */
export interface WriterClaim {
  blobKey: string;
  fence: number;
  /** The last piece of the blob so far. */
  last: Piece | null;
}
