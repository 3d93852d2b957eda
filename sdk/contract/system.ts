import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { PublicAddress } from './formats/public-address.ts';

/** The running version of this program, and the latest release. */
export const Release = z.strictObject({
  /** The version that is running. */
  version: z.string(),
  /** The latest release; null: the host does not check for releases, or it is not known at the moment. */
  latest: z.nullable(
    z.strictObject({
      version: z.string(),
      /** URL of the release notes. */
      url: z.nullable(z.string()),
      /** True if it is newer than the running version. */
      isNewer: z.boolean(),
    }),
  ),
});
export type Release = z.output<typeof Release>;

export const system = {
  health: defineEndpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    apiKey: 'any',
    summary: 'Check that the process is running',
    response: z.strictObject({
      status: z.literal('ok'),
      version: z.string(),
      /** Random ID of the instance: all its servers answer with the same. */
      instance: z.string(),
    }),
    errors: [],
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'anyone',
    apiKey: 'any',
    summary: 'Check that the database and the storage are writable and that uploads are accepted',
    response: z.strictObject({ status: z.literal('ready') }),
    errors: ['not_ready'],
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    apiKey: 'any',
    summary: 'Get this document: the whole API as OpenAPI 3.1',
    response: z.looseObject({ openapi: z.string() }),
    errors: [],
  }),
  docs: defineEndpoint({
    method: 'GET',
    path: '/docs',
    access: 'anyone',
    apiKey: 'any',
    summary: 'Get this reference as a page for people, which needs nothing from any other server',
    kind: 'stream',
    mediaType: 'text/html',
    errors: [],
  }),
  confirmClock: defineEndpoint({
    method: 'POST',
    path: '/clock/confirm',
    access: 'admin',
    apiKey: 'admin',
    summary:
      "Confirm that the server's clock is right after a jump, so that files of expired shares are deleted again",
    errors: [],
  }),
  release: defineEndpoint({
    method: 'GET',
    path: '/release',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Get the running version and the latest release, which is checked once a day',
    response: z.extend(Release, {
      /** Whether the host has turned on `/api/metrics`. */
      hasMetrics: z.boolean(),
    }),
    errors: [],
  }),
  publicAddress: defineEndpoint({
    method: 'GET',
    path: '/publicAddress',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Check that the public address leads to this instance, with a valid certificate; the answer is kept for minutes',
    response: PublicAddress,
    errors: [],
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/metrics',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Get metrics of this process and the instance for Prometheus, if the host has turned them on',
    kind: 'stream',
    mediaType: 'text/plain',
    errors: [],
  }),
};
