/** What a rule may look at: the sources of the repository without tests, and what the contract promises. */
export interface Tree {
  /** Paths from the root, with `/`, and their texts. */
  sources: Readonly<Record<string, string>>;
  /** As `api` names them: `shares.get`. */
  endpoints: readonly string[];
  /** Keys of configuration variables: `share.maxSize`. */
  variables: readonly string[];
}

export interface Finding {
  /** What is wrong: a folder, a prefix, an endpoint, a variable. */
  at: string;
  text: string;
  size?: number;
}

export interface Rule {
  name: string;
  find(tree: Tree): Finding[];
  /** Trees, each with exactly what the rule must find in it. */
  plants: readonly { tree: Partial<Tree>; finds: readonly string[] }[];
  /** Findings that are older than the rule, with the size that each may have at most. No row is ever added. */
  known?: Readonly<Record<string, number>>;
}

/** What is wrong with the rule itself. */
export function proveRule({ name, find, plants }: Rule): string[] {
  return plants.flatMap(({ tree, finds }) => {
    const found = JSON.stringify(
      find({ sources: {}, endpoints: [], variables: [], ...tree }).map(({ at }) => at),
    );
    const expected = JSON.stringify(finds);
    if (found === expected) return [];
    return [`The rule ${name} finds ${found} in place of ${expected} in ${JSON.stringify(tree)}`];
  });
}

/** What is wrong with the tree; a known finding that is gone counts too, so that its row is removed. */
export function applyRule({ name, find, known = {} }: Rule, tree: Tree): string[] {
  const findings = find(tree);
  const gone = Object.keys(known).filter((row) => !findings.some(({ at }) => at === row));
  return [
    ...findings
      .filter(({ at, size = 0 }) => size > (known[at] ?? -1))
      .map(({ at, text }) => `${name}: ${at}: ${text}`),
    ...gone.map((row) => `${name}: ${row}: mended; remove this row`),
  ];
}
