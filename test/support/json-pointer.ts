interface Change {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const namesIn = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

// biome-ignore lint/suspicious/noExplicitAny: a JSON value of any shape
type Json = any;

/** A copy of the state with the changes made one after another, as a reader of a diff makes them. */
export const applyChanges = (state: unknown, changes: readonly Change[]): unknown => {
  const root: Json = { state: structuredClone(state) };
  for (const change of changes) {
    const names = ['state', ...namesIn(change.path)];
    const last = names.pop()!;
    const parent = names.reduce((value: Json, name) => value[name], root);
    if ('after' in change) parent[last] = structuredClone(change.after);
    else if (!Array.isArray(parent)) delete parent[last];
    else if (parent.length - 1 === Number(last)) parent.pop();
    else throw new Error(`${change.path} is not the end of its list`);
  }
  return root.state;
};

/** The value whose leaves these are. The names of its objects are no numbers. */
export const assemble = (leaves: readonly { readonly path: string; readonly value: unknown }[]): unknown => {
  const root: Json = {};
  for (const { path, value } of leaves) {
    const names = ['state', ...namesIn(path)];
    let parent: Json = root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      parent[name] ??= /^\d+$/.test(names[index + 1]!) ? [] : {};
      parent = parent[name];
    }
    parent[names.at(-1)!] = value;
  }
  return root.state;
};

/** What stands at a path; undefined if there is nothing. */
export const valueAt = (state: unknown, path: string): unknown =>
  namesIn(path).reduce((value: Json, name) => value?.[name], state);
