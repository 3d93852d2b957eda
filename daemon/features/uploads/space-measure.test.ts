import { beforeEach, expect, it } from 'vitest';
import { readConfigValue } from '#sdk/contract/config.js';
import { createUploadSpace } from './space.ts';

const gibibyte = 1024 ** 3;

let now = 0;
let measured = 0;
let free = 0;

beforeEach(() => {
  now = 0;
  measured = 0;
});

function spaceWith({ minFreeBytes = gibibyte, database = 4 * gibibyte } = {}) {
  return createUploadSpace({
    uow: {
      read: {
        shares: { announcedBytes: async () => 0, heldByAll: async () => 0 },
        uploads: { outstandingBytes: async () => 0 },
      },
    },
    config: { get: (key) => readConfigValue(key, null) },
    blobs: { requireUsable: () => undefined },
    capacity: {
      async freeBytes() {
        measured += 1;
        return free;
      },
    },
    minFreeBytes,
    databaseDisk: { measure: async () => ({ free: database, needed: 0, isFull: false }) },
    ticks: () => now,
  });
}

it('measures the disk for many requests at once while the floor covers what arrives until the next time', async () => {
  free = 5 * gibibyte;
  const space = spaceWith();
  expect([await space.requireRoom(), await space.freeBytes()]).toEqual([4 * gibibyte, 4 * gibibyte]);
  free = gibibyte;
  expect(await space.requireRoom()).toBe(4 * gibibyte);
  expect(measured).toBe(1);
  now = 500;
  await expect(space.requireRoom()).rejects.toMatchObject({ code: 'storage_full' });
  expect(measured).toBe(2);
});

it.each([
  ['little room', { free: 1.5 * gibibyte }],
  ['a small floor', { free: 5 * gibibyte, minFreeBytes: 1000 }],
  ['little room for the database', { free: 5 * gibibyte, database: 1000 }],
])('measures the disk for each request when there is %s', async (_, { free: bytes, ...options }) => {
  free = bytes;
  const space = spaceWith(options);
  await space.requireRoom();
  await space.requireRoom();
  expect(measured).toBe(2);
});

it('measures the disk for the administrator', async () => {
  free = 5 * gibibyte;
  const space = spaceWith();
  await space.requireRoom();
  free = 4 * gibibyte;
  expect(await space.availableBytes()).toBe(3 * gibibyte);
});
