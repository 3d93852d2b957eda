import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

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
};
