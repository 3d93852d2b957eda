import type { Plugin } from 'vite';
import { api, apiBase } from '#sdk/contract/api.js';
import { publicRows } from '#sdk/contract/config/public-rows.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';

const virtualId = '\0lean-contract';

/** What only programs, and the document about the API, read in the table of errors. */
const errorColumns = /, (?:exit: '\w+'|params: \[[^\]]*\])/g;

/**
 * The client needs the addresses of the endpoints, not their schemas. Without the schemas, the first page loads none at
 * all; forms import the ones that they check. Of the errors it needs the status, and whether to try again.
 */
export function leanContract(): Plugin {
  let isUsed = false;
  return {
    name: 'lean-contract',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.includes('/sdk/client/') || !/(^|\/)contract\/api\.ts$/.test(source)) return null;
      isUsed = true;
      return virtualId;
    },
    buildEnd(error) {
      if (!error && !isUsed)
        this.error('The client imports the contract in a way that this plugin does not know.');
    },
    transform(code, id) {
      if (!id.endsWith('/sdk/contract/errors/catalogue.ts')) return null;
      const lean = code.replaceAll(errorColumns, '');
      if (/^  \w+: \{.*\b(exit|params): ['[]/m.test(lean) || lean === code)
        this.error('The table of errors has a form that this plugin does not know.');
      return { code: lean, map: null };
    },
    load(id) {
      // Limits and formats of the configuration are for its editors.
      if (id.endsWith('/sdk/contract/config/public-rows.ts')) {
        const lean = mapValues(publicRows, ({ type, default: value }) => ({ type, default: value }));
        return `export const publicRows = ${JSON.stringify(lean)};`;
      }
      if (id !== virtualId) return null;
      const table = mapValues(api, (endpoints) => mapValues(pickCalled(endpoints), toAddress));
      return `export const apiBase = ${JSON.stringify(apiBase)}; export const api = ${JSON.stringify(table)};`;
    },
  };
}

/** Kinds of endpoints that the client has methods for; of the others, a browser follows the addresses. */
const methods: ReadonlySet<string> = new Set(['json', 'form']);

function pickCalled(endpoints: Readonly<Record<string, EndpointDefinition>>) {
  return Object.fromEntries(Object.entries(endpoints).filter(([, { kind = 'json' }]) => methods.has(kind)));
}

function toAddress({ method, path, kind, response }: EndpointDefinition) {
  return { method, path, kind, response: response && true };
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
