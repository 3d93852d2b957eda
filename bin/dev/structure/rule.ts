/** The input of a rule: the sources of the repository without tests, and what the contract promises. */
export interface Tree {
  /** Texts by path from the root, with `/`. */
  sources: Readonly<Record<string, string>>;
  /** As `api` names them: `shares.get`. */
  endpoints: readonly string[];
  /** Keys of configuration variables: `share.maxSize`. */
  variables: readonly string[];
}

export interface Finding {
  /** The place of the problem: a folder, a prefix, an endpoint, a variable. */
  at: string;
  text: string;
}

export interface Rule {
  name: string;
  find(tree: Tree): Finding[];
  /** Trees, each with exactly what the rule must find in it. */
  plants: readonly { tree: Partial<Tree>; finds: readonly string[] }[];
}

/** Returns the problems of the rule itself. */
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

/** What is wrong with the tree. */
export function applyRule({ name, find }: Rule, tree: Tree): string[] {
  return find(tree).map(({ at, text }) => `${name}: ${at}: ${text}`);
}
