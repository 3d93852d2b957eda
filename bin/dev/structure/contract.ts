import ts from 'typescript';
import type { Rule, Tree } from './rule.ts';

/** Everything that the contract promises exists: each endpoint is handled, each variable is read. */

interface Call {
  /** As written: `config.get`. */
  callee: string;
  arguments: readonly ts.Expression[];
}

function nodesOf(file: string, text: string): ts.Node[] {
  const nodes: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return nodes;
}

function callsIn(nodes: readonly ts.Node[]): Call[] {
  return nodes
    .filter(ts.isCallExpression)
    .map((call) => ({ callee: call.expression.getText(), arguments: call.arguments }));
}

/** The functions that make a route from an endpoint and its handler. */
const binder = /^(bind|implement\w*)$/;

/** Returns `shares.get` for every `implement(api.shares.get, …)`. */
function listHandled(sources: Tree['sources']): string[] {
  return Object.entries(sources)
    .filter(([file, text]) => file.startsWith('daemon/') && text.includes('api.'))
    .flatMap(([file, text]) => callsIn(nodesOf(file, text)))
    .filter(({ callee }) => binder.test(callee))
    .flatMap((call) => call.arguments.map((argument) => /^api\.(\w+\.\w+)$/.exec(argument.getText())?.[1]))
    .filter((name) => name !== undefined);
}

const plantRoutes = (text: string) => ({
  endpoints: ['plants.get'],
  sources: { 'daemon/plants/routes.ts': text },
});

export const endpoints: Rule = {
  name: 'endpoints-have-one-handler',
  find({ sources, endpoints: promised }) {
    const handled = listHandled(sources);
    return promised
      .map((at) => ({ at, count: handled.filter((name) => name === at).length }))
      .filter(({ count }) => count !== 1)
      .map(({ at, count }) => ({ at, text: `${count} handlers in place of one` }));
  },
  plants: [
    { tree: plantRoutes(''), finds: ['plants.get'] },
    { tree: plantRoutes('// implement(api.plants.get, handle)'), finds: ['plants.get'] },
    { tree: plantRoutes('const text = "implement(api.plants.get, handle)";'), finds: ['plants.get'] },
    { tree: plantRoutes('implement(api.plants.getAll, handle)'), finds: ['plants.get'] },
    { tree: plantRoutes('fullPath(api.plants.get)'), finds: ['plants.get'] },
    { tree: plantRoutes('[bind(api.plants.get, a), bind(api.plants.get, b)]'), finds: ['plants.get'] },
    { tree: plantRoutes('[bind(api.plants.get, handle)]'), finds: [] },
    { tree: plantRoutes('[implement(api.plants.get, handle)]'), finds: [] },
    { tree: plantRoutes('[implementForShare(access, api.plants.get, handle)]'), finds: [] },
  ],
};

/** The functions that return the value of a variable. */
const reader = /^((.+\.)?config\.get|config|useConfig\(\)|readConfigValue|readPublicValue)$/;

function listRead(file: string, text: string): string[] {
  const nodes = nodesOf(file, text);
  const asked = callsIn(nodes)
    .filter(({ callee }) => reader.test(callee))
    .flatMap((call) => call.arguments.slice(0, 1));
  const named = asked.filter(ts.isStringLiteralLike);
  // `config.get(keys[provider].clientId)` may read every variable that a table in the same file names.
  const isByTable = named.length < asked.length;
  const tabled = isByTable ? nodes.filter(ts.isPropertyAssignment).map((row) => row.initializer) : [];
  return [...named, ...tabled.filter(ts.isStringLiteralLike)].map((literal) => literal.text);
}

const plantReader = (text: string) => ({
  variables: ['share.plant'],
  sources: { 'daemon/plant.ts': text },
});

export const variables: Rule = {
  name: 'variables-are-read',
  find({ sources, variables: promised }) {
    const files = Object.entries(sources).filter(([, text]) => /config/i.test(text));
    const read = new Set(files.flatMap(([file, text]) => listRead(file, text)));
    return promised
      .filter((key) => !read.has(key))
      .map((at) => ({ at, text: 'nothing reads this variable' }));
  },
  plants: [
    { tree: plantReader(''), finds: ['share.plant'] },
    { tree: plantReader("// config.get('share.plant')"), finds: ['share.plant'] },
    { tree: plantReader("config.set('share.plant', 1)"), finds: ['share.plant'] },
    { tree: plantReader("t('share.plant'); answers.get('share.plant')"), finds: ['share.plant'] },
    { tree: plantReader("config.get('share.plantation')"), finds: ['share.plant'] },
    {
      tree: plantReader("config.get('a.b'); const question = { key: 'share.plant' };"),
      finds: ['share.plant'],
    },
    {
      tree: plantReader("config.get(keys.a); const texts = { 'share.plant': 'a' };"),
      finds: ['share.plant'],
    },
    { tree: plantReader("config.get('share.plant')"), finds: [] },
    { tree: plantReader("deps.config.get('share.plant')"), finds: [] },
    { tree: plantReader("useConfig()('share.plant')"), finds: [] },
    { tree: plantReader("config('share.plant')"), finds: [] },
    { tree: plantReader("readConfigValue('share.plant', text)"), finds: [] },
    { tree: plantReader("const keys = { a: { b: 'share.plant' } }; config.get(keys[name].b);"), finds: [] },
  ],
};
