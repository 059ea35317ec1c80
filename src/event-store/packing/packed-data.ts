import { packPlain } from './pack-plain.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** What data were packed to or unpacked from, as long as somebody holds the data. */
const texts = new WeakMap<object, string | Buffer>();

/** The data of an event, which must not be changed. */
export const unpackData = (packed: string): unknown => {
  const data: unknown = JSON.parse(unpackJson(packed));
  if (typeof data === 'object' && data !== null) texts.set(data, packed);
  return data;
};

/** Data as unpackData gives them, which were packed here: nothing has to be unpacked. They must not be changed. */
export const asUnpacked = (data: unknown, packed: Buffer): unknown => {
  if (typeof data === 'object' && data !== null) texts.set(data, packed);
  return data;
};

/** The packed text of data. It is not made anew for data that unpackData gave. */
export const packData = (data: object): string =>
  texts.get(data)?.toString() ?? packPlain(data)?.bytes.toString() ?? packJson(JSON.stringify(data));
