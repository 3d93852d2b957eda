export interface Part {
  name: string;
  isPackage: boolean;
}

/** The package that a script belongs to, or the folder of our own; null for the engine and what Node itself brings. */
export function partOf(url: string): Part | null {
  if (url.startsWith('wasm:')) return { name: 'WebAssembly', isPackage: true };
  const file = decodeURIComponent(url.replace(/^file:\/\//, ''));
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (name !== undefined) return { name, isPackage: true };
  const [, own] = /.*\/(?:dist|bin)\/(.*)/.exec(file) ?? [];
  if (own === undefined) return null;
  return { name: own.split('/').slice(0, -1).slice(0, 3).join('/') || 'bin', isPackage: false };
}
