import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const ConfigVariable = z.strictObject({
  key: z.string(),
  type: z.enum(['number', 'boolean', 'string', 'text']),
  /** Stored text, or null: then the default holds. */
  value: z.nullable(z.string()),
  defaultValue: z.string(),
});
export type ConfigVariable = z.output<typeof ConfigVariable>;

export const AdminConfigVariable = z.extend(ConfigVariable, {
  /** The environment variable that sets and locks it, or null. */
  lockedBy: z.nullable(z.string()),
  /** A stored or locked value holds, not the default. */
  isSet: z.boolean(),
  /** `value` is always null: a secret can be replaced and removed, never read. */
  isSecret: z.boolean(),
});
export type AdminConfigVariable = z.output<typeof AdminConfigVariable>;

export const configs = {
  list: defineEndpoint({
    method: 'GET',
    path: '/configs',
    access: 'anyone',
    apiKey: 'any',
    summary: 'The public configuration variables',
    response: z.array(ConfigVariable),
    errors: [],
  }),
  listCategory: defineEndpoint({
    method: 'GET',
    path: '/configs/admin/:category',
    access: 'admin',
    apiKey: 'admin',
    summary: 'All configuration variables of a category',
    params: z.strictObject({ category: z.string().check(z.maxLength(30)) }),
    response: z.array(AdminConfigVariable),
    errors: ['config_unknown'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/configs/admin',
    access: 'admin',
    apiKey: 'session',
    summary: 'Change configuration variables, all or none; an empty value resets to the default',
    body: z
      .array(
        z.strictObject({
          key: z.string().check(z.maxLength(100)),
          value: z.string().check(z.maxLength(100_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    response: z.array(AdminConfigVariable),
    errors: ['config_unknown', 'config_invalid', 'config_locked'],
  }),
  finishSetup: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/finishSetup',
    access: 'admin',
    apiKey: 'session',
    summary: 'End the first-run set-up; works once',
    errors: ['setup_already_done'],
  }),
};
