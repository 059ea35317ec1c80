import { isRecord } from '../domain/is-record.ts';
import { decodeUtf8 } from './decode.ts';

/** The outline of a feature, or what is wrong. */
export type Outline =
  | { readonly rings: unknown }
  /** `isGone`: there is no such file. */
  | { readonly problem: string; readonly isGone?: true };

/** Reads a file beside the brand's; undefined: there is none. */
export type Beside = (name: string) => Uint8Array | undefined;

/** `zones.geojson#centre`: the polygon of the feature whose `id`, or `name` among its properties, is centre. */
export const outlineOf = (reference: string, beside: Beside): Outline => {
  const [file, wanted, ...more] = reference.split('#');
  if (!file || !wanted || more.length > 0)
    return { problem: 'must be a list of corners, or a feature of a file: zones.geojson#centre' };
  // The file lies beside this one: it names nothing else of the machine.
  if (/[\\/]/.test(file)) return { problem: `${file} must lie beside this file` };
  const bytes = beside(file);
  if (!bytes) return { problem: `there is no file ${file} beside this one`, isGone: true };
  const { text, problem } = decodeUtf8(bytes);
  if (problem) return { problem: `${file}:${problem.line}: ${problem.message}` };
  const features = featuresOf(text, file);
  if ('problem' in features) return features;
  const name = wanted.normalize('NFC');
  const found = features.list.filter((feature) => namesOf(feature).includes(name));
  if (found.length !== 1)
    return { problem: `${file} has ${found.length === 0 ? 'no feature' : 'several features'} ${wanted}` };
  return ringsOf(found[0]!, `${file}#${wanted}`);
};

const featuresOf = (
  text: string,
  file: string,
): { readonly list: readonly unknown[] } | { readonly problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1];
    return { problem: `${file}${line ? `:${line}` : ''} is no JSON` };
  }
  if (!isRecord(value) || value.type !== 'FeatureCollection' || !Array.isArray(value.features)) {
    return { problem: `${file} is no GeoJSON with a FeatureCollection` };
  }
  return { list: value.features };
};

const namesOf = (feature: unknown): string[] => {
  if (!isRecord(feature)) return [];
  const { name } = isRecord(feature.properties) ? feature.properties : {};
  return [feature.id, name].filter((it) => it !== undefined && it !== null).map((it) => String(it).normalize('NFC'));
};

const ringsOf = (feature: unknown, place: string): Outline => {
  const geometry = isRecord(feature) ? feature.geometry : undefined;
  if (!isRecord(geometry) || geometry.type !== 'Polygon') {
    return { problem: `${place} must be a Polygon, and is ${isRecord(geometry) ? String(geometry.type) : 'none'}` };
  }
  const { coordinates } = geometry;
  if (!Array.isArray(coordinates) || !coordinates.every(isRing))
    return { problem: `${place} has no rings of [longitude, latitude]` };
  // Heights, which GeoJSON allows, say nothing of where an area is.
  return { rings: coordinates.map((ring: number[][]) => ring.map(([longitude, latitude]) => [longitude, latitude])) };
};

const isRing = (ring: unknown): boolean =>
  Array.isArray(ring) &&
  ring.every((corner) => Array.isArray(corner) && corner.length >= 2 && corner.every((it) => typeof it === 'number'));
