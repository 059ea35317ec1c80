import { entryOf } from '../../domain/collections/by-id.ts';
import { type ExternalList, hasUuids } from '../../domain/external-ids/lists.ts';
import { accessKeyDecider } from '../../domain/keys/decide.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import { referenceLists } from '../../domain/references/lists.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';
import type { ZonePlaces } from '../delivery/zones.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';

interface Named {
  readonly list: ExternalList;
  readonly id: number | string;
  /** The path of the field with the id. */
  readonly field: string;
}

const CATALOGUE = {
  categories: 'category',
  menu_folders: 'menu_folder',
  products: 'product',
} as const;

/** Refuses an id that is no thing of the list, or of another brand: the list's `…_not_found` (404). */
export const requireNamed = async (context: CommandContext, zones: ZonePlaces, named: Named): Promise<void> => {
  const { list, id, field } = named;
  const { brand_id } = context;
  if (typeof id === 'string') {
    if (!hasUuids(list)) throw invalid('field_not_integer', { field });
    if (list === 'points') return void (await requirePoint(context, id));
    const key = await context.load(accessKeyDecider, id);
    if (key?.brand_id !== brand_id) throw notFound('key_not_found', {}, { field });
    return;
  }
  if (hasUuids(list)) throw invalid('field_not_uuid', { field });
  if (list === 'showcases') {
    const showcase = await context.load(showcaseDecider, id);
    if (showcase?.brand_id !== brand_id) throw notFound('menu_not_found', { menu_id: id }, { field });
  } else if (list === 'zones') {
    if ((await zones.pointOfZone(brand_id, id)) === undefined) throw notFound('zone_not_found', {}, { field });
  } else if (list === 'categories' || list === 'menu_folders' || list === 'products') {
    const catalogue = await context.load(catalogueDecider, brand_id);
    const kind = CATALOGUE[list];
    if (!entryOf<unknown>(catalogue[list], id)) throw notFound(`${kind}_not_found`, { [`${kind}_id`]: id }, { field });
  } else {
    const brand = await requireBrand(context, brand_id);
    if (brand[list][id] === undefined) throw notFound(referenceLists[list].not_found, {}, { field });
  }
};
