interface Nested {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** What stands above each thing, by its id: `Drinks › Hot`. Nothing above it: no entry. */
export const pathsOf = (things: readonly Nested[]): Readonly<Record<number, string>> => {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const above = ({ parent_id }: Nested, left = things.length): readonly string[] => {
    const parent = left > 0 ? byId.get(parent_id as number) : undefined;
    return parent ? [...above(parent, left - 1), parent.name] : [];
  };
  return Object.fromEntries(
    things.map((thing) => [thing.id, above(thing).join(' › ')]).filter(([, path]) => path !== ''),
  );
};
