import { auth } from './auth.ts';
import { configs } from './config-api.ts';
import { files } from './files.ts';
import { shares } from './shares.ts';
import { system } from './system.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

/** Every endpoint of the API, by feature. All paths are below `/api`. */
export const api = { system, configs, auth, users, shares, files, uploads };

export type Api = typeof api;

export const apiBase = '/api';
