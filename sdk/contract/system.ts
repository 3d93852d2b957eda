import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Of this program. */
export const Release = z.strictObject({
  /** The one that runs. */
  version: z.string(),
  /** null: the host asks nobody, or it is not known at the moment. */
  latest: z.nullable(
    z.strictObject({
      version: z.string(),
      /** Where it is described. */
      url: z.nullable(z.string()),
      /** Newer than the one that runs. */
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
    summary: 'The process is alive',
    response: z.strictObject({ status: z.literal('ok'), version: z.string() }),
    errors: [],
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'anyone',
    apiKey: 'any',
    summary: 'The database and the storage can be written and new uploads are welcome',
    response: z.strictObject({ status: z.literal('ready') }),
    errors: ['not_ready'],
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    apiKey: 'any',
    summary: 'This document: the whole API as OpenAPI 3.1',
    response: z.looseObject({ openapi: z.string() }),
    errors: [],
  }),
  confirmClock: defineEndpoint({
    method: 'POST',
    path: '/clock/confirm',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Say that the clock of the server is right after it has jumped: files of expired shares are deleted by it again',
    errors: [],
  }),
  release: defineEndpoint({
    method: 'GET',
    path: '/release',
    access: 'admin',
    apiKey: 'admin',
    summary: 'The version that runs, and the newest that was released; asked for once a day',
    response: Release,
    errors: [],
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/metrics',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Figures of this process and of the instance for Prometheus; only where the host has switched them on',
    kind: 'stream',
    mediaType: 'text/plain',
    errors: [],
  }),
};
