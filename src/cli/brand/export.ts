import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPlan } from '../../brand-file/apply.ts';
import { type BrandModel, exportBrand } from '../../brand-file/export-brand.ts';
import { nameThings } from '../../brand-file/names.ts';
import { namesOnly } from '../../brand-file/plan.ts';
import { readThere } from '../../brand-file/read-there.ts';
import { writeBrandYaml } from '../../brand-file/write-yaml.ts';
import { namesBeside } from './files.ts';
import { writePicturesBeside } from './pictures.ts';
import type { BrandServer } from './venue-of.ts';

export interface ExportOptions {
  /** The file; undefined: the terminal, with the zones in it, and the addresses of pictures. */
  readonly out?: string;
  /** The server keeps the names that things get here. */
  readonly names: boolean;
  readonly schema: string;
}

/** Writes the brand of a server as a file. */
export const exportTo = async (server: BrandServer, { out, names, schema }: ExportOptions): Promise<void> => {
  const there = await readThere(server);
  const named = nameThings(there);
  if (names) await applyPlan(namesOnly(named), { send: server.send, newUuid: () => randomUUID() });
  const model = { brand: await server.brand(), ...exportBrand(there, named) };
  if (out === undefined) {
    process.stdout.write(writeBrandYaml(model, { schema }));
    return;
  }
  const beside = namesBeside(out);
  const pictured = await writePicturesBeside(server, model, { out, folder: beside.pictures });
  const { model: written, geojson } = withZonesBeside(pictured, beside.zones);
  if (geojson !== undefined) writeFileSync(join(dirname(out), beside.zones), geojson);
  writeFileSync(out, writeBrandYaml(written, { schema }));
};

/** The zones as GeoJSON, which maps show, and the file that refers to them. */
export const withZonesBeside = (
  model: BrandModel,
  file: string,
): { readonly model: BrandModel; readonly geojson?: string } => {
  if (model.zones === undefined) return { model };
  const zones = Object.entries(model.zones as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  const features = zones.map(([id, { name, polygon }]) =>
    JSON.stringify({ type: 'Feature', id, properties: { name }, geometry: { type: 'Polygon', coordinates: polygon } }),
  );
  const geojson = `{"type": "FeatureCollection", "features": [\n  ${features.join(',\n  ')}\n]}\n`;
  const referred = zones.map(([id, zone]) => [id, { ...zone, polygon: `${file}#${id}` }]);
  return { model: { ...model, zones: Object.fromEntries(referred) }, geojson };
};
