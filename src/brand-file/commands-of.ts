import type { Words } from './brand-file.ts';
import { isAddress, mapPictures } from './pictures.ts';
import type { Plan, ThingStep } from './plan.ts';
import { MAX_PRICES, type PointStep } from './plan-points.ts';
import { toFields } from './refs.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';

/** Ids of things, by section and name. */
export type Ids = { readonly [Section in SectionName]: ReadonlyMap<string, number | string> };

/** The ids of what is on the server. New things are added when they have been made. */
export const knownIds = ({ named }: Pick<Plan, 'named'>) =>
  Object.fromEntries(
    sectionNames.map((section) => [section, new Map([...named[section].things].map(([key, { id }]) => [key, id]))]),
  ) as { [Section in SectionName]: Map<string, number | string> };

interface Made {
  readonly type: string;
  readonly fields: Words;
}

/** The address of a picture that lies beside the file. */
export type AddressOf = (path: string) => string;

/** The commands of a step. `ids`: of all that it refers to. */
export const commandOf = (step: ThingStep, ids: Ids, addressOf: AddressOf): Made[] => {
  const { kind, section, key, changes, words, thing } = step;
  const { define, change, retire, restore, own_name, put_aside, references } = SECTIONS[section];
  const fieldsOf = (of: Words): Words =>
    mapPictures(
      toFields(of, references, ({ to }, name) => ids[to].get(name)),
      (it) => (isAddress(it) ? it : addressOf(it)),
    ) as Words;
  const own = own_name === undefined ? {} : { [own_name]: key };
  if (kind === 'new') {
    const audience = section === 'keys' ? { audience: 'partner' } : {};
    return [{ type: define, fields: { ...fieldsOf(words), ...own, ...audience } }];
  }
  const id = thing?.id;
  const changed = (of: readonly ThingStep['changes'][number][]): Made => {
    const [type, field] = change;
    const fields = Object.fromEntries(of.map((it) => [it.field, withGroupIds(step, it.field, it.after)]));
    return { type, fields: { [field]: id, ...fieldsOf(fields) } };
  };
  if (kind === 'removed') {
    if (retire) return [{ type: retire[0], fields: { [retire[1]]: id } }];
    return put_aside ? [changed(changes)] : [];
  }
  const back = kind === 'restored' && restore ? [{ type: restore[0], fields: { [restore[1]]: id } }] : [];
  return changes.length > 0 ? [...back, changed(changes)] : back;
};

/** Groups of modifiers keep their ids: by their names, and the rest by their places. */
const withGroupIds = ({ section, thing }: ThingStep, field: string, value: unknown): unknown => {
  if (section !== 'products' || field !== 'modifier_groups') return value;
  const known = [...((thing?.fields.modifier_groups ?? []) as { readonly id: number; readonly name: string }[])];
  const groups = value as readonly Words[];
  const take = (place: number): number | undefined => (place === -1 ? undefined : known.splice(place, 1)[0]!.id);
  const byName = groups.map(({ name }) => take(known.findIndex((group) => group.name === name)));
  return groups.map((group, index) => {
    const id = byName[index] ?? take(known.length > 0 ? 0 : -1);
    return id === undefined ? group : { id, ...group };
  });
};

/** The commands of what is special at a point. */
export const pointCommand = (step: PointStep, ids: Ids): Made[] => {
  const point_id = ids.points.get(step.point);
  const product = (name: string) => ids.products.get(name);
  switch (step.kind) {
    case 'prices': {
      const prices = step.prices.map((it) => ({ product_id: product(it.product), price: it.after, window: it.window }));
      return inParts(prices).map((part) => ({ type: 'SetPrices', fields: { point_id, prices: part } }));
    }
    case 'costs': {
      const costs = step.costs.map((it) => ({ product_id: product(it.product), cost: it.after }));
      return inParts(costs).map((part) => ({ type: 'SetCosts', fields: { point_id, costs: part } }));
    }
    case 'on_sale': {
      const { on_sale } = step;
      return inParts(step.products.map(product)).map((part) => ({
        type: 'SetOnSale',
        fields: { point_id, product_ids: part, on_sale },
      }));
    }
    case 'special_day': {
      const { date, before, after } = step;
      if (!after)
        return [{ type: before?.open ? 'RemoveSpecialHours' : 'RemoveClosedDay', fields: { point_id, date } }];
      return [{ type: after.open ? 'DefineSpecialHours' : 'DefineClosedDay', fields: { point_id, date, ...after } }];
    }
    case 'section': {
      const category_id = ids.categories.get(step.category);
      return [{ type: 'CloseMenuSection', fields: { point_id, category_id, closed: step.closed } }];
    }
  }
};

const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_PRICES) }, (_, part) =>
    items.slice(part * MAX_PRICES, (part + 1) * MAX_PRICES),
  );
