import { mapNodes, type Node } from './walk.ts';

const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * Says of each integer how large a number a client must keep: ids, positions of the log and money need more than 32 bits,
 * and generators of clients take 32 unless told.
 */
export const withIntegerFormats = <Value>(value: Value): Value =>
  mapNodes(value, (schema) => (isInteger(schema) ? { ...schema, format: formatOf(schema) } : schema));

const isInteger = ({ type, format }: Node): boolean =>
  format === undefined && (type === 'integer' || (Array.isArray(type) && type.includes('integer')));

const formatOf = ({ maximum }: Node): 'int32' | 'int64' =>
  typeof maximum === 'number' && maximum <= LARGEST_INT32 ? 'int32' : 'int64';
