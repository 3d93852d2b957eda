type Creators<From> = Readonly<Record<string, (from: From) => unknown>>;

type Created<Table extends Creators<never>> = { readonly [Name in keyof Table]: ReturnType<Table[Name]> };

const source = Symbol('source');

/** Returns a function that makes objects with what `creators` create, each part when it is first read. */
export function createLazily<From, Table extends Creators<From>>(
  creators: Table & Creators<From>,
): (from: From) => Created<Table> {
  const lazy = {};
  for (const [name, create] of Object.entries(creators)) {
    Object.defineProperty(lazy, name, { get: createOnce(name, create) });
  }
  return (from) => Object.create(lazy, { [source]: { value: from } }) as Created<Table>;
}

/** A getter that replaces itself. */
function createOnce<From>(name: string, create: (from: From) => unknown) {
  return function get(this: { [source]: From }): unknown {
    const value = create(this[source]);
    Object.defineProperty(this, name, { value, enumerable: true });
    return value;
  };
}
