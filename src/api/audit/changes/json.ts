/** A member of an object or an element of a list, under its name or its index. */
export type Members = readonly (readonly [name: string, value: unknown])[];

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What JSON has of an object's members: those that are undefined are not there. */
export const membersOf = (value: Readonly<Record<string, unknown>>): Members =>
  Object.entries(value).filter(([, member]) => member !== undefined);

/** JSON Pointer (RFC 6901): the path of a member, below the path of what it is in. */
export const pathTo = (path: string, name: string | number): string =>
  `${path}/${typeof name === 'number' ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
