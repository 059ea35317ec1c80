import { packPlain } from './pack-plain.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** The texts from which data were unpacked, as long as somebody holds the data. */
const texts = new WeakMap<object, string>();

/** The data of an event. Nobody may change them. */
export const unpackData = (packed: string): unknown => {
  const data: unknown = JSON.parse(unpackJson(packed));
  if (typeof data === 'object' && data !== null) texts.set(data, packed);
  return data;
};

/** The packed text of data. It is not made anew for data that unpackData gave. */
export const packData = (data: object): string =>
  texts.get(data) ?? packPlain(data)?.toString() ?? packJson(JSON.stringify(data));
