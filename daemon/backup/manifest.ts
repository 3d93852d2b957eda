import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { SnapshotSummary } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import { MissingSourceError } from '../transfer/byte-source.ts';
import type { BackupTarget } from './target/target.ts';

/** The folder of all snapshots; what a snapshot consists of has its ID as its name. */
const snapshotFolder = 'snapshots';

const ends = { manifest: '.json', database: '.database.gz', blobs: '.blobs.gz' } as const;

/** A part of a snapshot. `database`: its tables as an SQLite file. `blobs`: the list of its blobs. */
export type SnapshotPart = keyof typeof ends;

export const pathOfPart = (id: string, part: SnapshotPart) => `${snapshotFolder}/${id}${ends[part]}`;

const StoredFile = z.strictObject({
  bytes: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

const idPattern = /^\d{8}T\d{6}Z$/;

/**
 * What a snapshot consists of. It is written last: without it, the snapshot is unfinished. The format is documented in
 * the guide; a reader refuses one with a higher number.
 */
const Manifest = z.strictObject({
  format: z.literal(1),
  id: z.string().check(z.regex(idPattern)),
  /** Identifies the instance: another one does not use the same target. */
  instance: z.string(),
  /** The ID of the secret key, which says nothing about the key. */
  key: z.string(),
  version: z.string(),
  /** The last change of the tables. */
  schema: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** By the clock. See `momentOf`. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  blobs: z.int(),
  bytes: z.int(),
  damaged: z.int(),
  database: StoredFile,
  blobList: StoredFile,
});
export type Manifest = z.output<typeof Manifest>;

/** Returns the ID with a time. */
export const snapshotId = (now: number) =>
  `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Returns the time of an ID, in milliseconds since 1970. */
export function timeOfSnapshot(id: string): number {
  return Date.parse(id.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * Returns when a snapshot was made, in milliseconds since 1970. It is not always the time of its ID: IDs only order, and
 * those after one of the future follow it. Earlier versions wrote that time as the beginning, too; the end was always
 * that of the clock.
 */
export function momentOf({ startedAt, finishedAt }: Manifest): number {
  return Math.min(Date.parse(startedAt), Date.parse(finishedAt));
}

export function summarize(manifest: Manifest): SnapshotSummary {
  const { id, version, engine, blobs, bytes, damaged } = manifest;
  return { id, version, engine, blobs, bytes, damaged };
}

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await target.put(pathOfPart(manifest.id, 'manifest'), { bytes: once(bytes), size: bytes.length });
}

/** Yields bytes that are all there. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The snapshots of a target, and the names of files that belong to none. */
export interface SnapshotIndex {
  /** The IDs of finished snapshots, the oldest first. */
  ids: readonly string[];
  /** The sizes of all files, by path. */
  sizes: ReadonlyMap<string, number>;
  /** Paths. */
  leftovers: readonly string[];
}

export async function readIndex(target: BackupTarget): Promise<SnapshotIndex> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of target.list(snapshotFolder))
    sizes.set(`${snapshotFolder}/${name}`, size);
  const names = [...sizes.keys()].map((path) => path.slice(snapshotFolder.length + 1));
  const ids = names
    .filter((name) => name.endsWith(ends.manifest))
    .map((name) => name.slice(0, -ends.manifest.length))
    .filter((id) => idPattern.test(id))
    .toSorted();
  const known = new Set(ids.flatMap((id) => Object.values(ends).map((end) => id + end)));
  const leftovers = names.filter((name) => !known.has(name)).map((name) => `${snapshotFolder}/${name}`);
  return { ids, sizes, leftovers };
}

/** @throws HostError `backup_damaged`, `backup_newer`, `backup_not_found` */
export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const path = pathOfPart(id, 'manifest');
  const bytes = await readAll(target, path).catch((error: unknown) => {
    if (!(error instanceof MissingSourceError)) throw error;
    throw new HostError('backup_not_found', { target: target.address, snapshot: id });
  });
  const content = parse(bytes.toString());
  const format = z.object({ format: z.int() }).safeParse(content).data?.format;
  if (format !== undefined && format > 1) throw new HostError('backup_newer', { snapshot: id });
  const { data } = Manifest.safeParse(content);
  if (data?.id !== id) throw new HostError('backup_damaged', { target: target.address, file: path });
  return data;
}

const readAll = async (target: BackupTarget, path: string) => buffer(await target.get(path));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Copies a part of a snapshot to a file of this machine.
 *
 * @throws HostError `backup_damaged` when it is missing, or not what the manifest says
 */
export async function fetchPart(
  target: BackupTarget,
  { manifest, part }: { manifest: Manifest; part: 'database' | 'blobs' },
  file: string,
): Promise<void> {
  const path = pathOfPart(manifest.id, part);
  const expected = part === 'database' ? manifest.database : manifest.blobList;
  const damaged = () => new HostError('backup_damaged', { target: target.address, file: path });
  const hash = createHash('sha256');
  const source = await target.get(path).catch((error: unknown) => {
    throw error instanceof MissingSourceError ? damaged() : error;
  });
  const digest = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, digest, createWriteStream(file, { mode: 0o600 }));
  if (hash.digest('hex') !== expected.sha256) throw damaged();
}

/** Stores a file of this machine as a part of a snapshot. */
export async function storePart(
  target: BackupTarget,
  { id, part }: { id: string; part: 'database' | 'blobs' },
  file: string,
): Promise<Manifest['database']> {
  const hash = createHash('sha256');
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      yield bytes;
    }
  }
  const { size } = await stat(file);
  await target.put(pathOfPart(id, part), { bytes: read(), size });
  return { bytes: size, sha256: hash.digest('hex') };
}
