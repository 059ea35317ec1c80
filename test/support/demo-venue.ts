import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { TestApp } from './app.ts';
import type { TestVenue } from './venue.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Dish {
  readonly name: string;
  readonly product_id: number;
  readonly modifier_groups: readonly { readonly items: readonly Omit<Dish, 'modifier_groups'>[] }[];
}

/** One of a list, by its name. */
const named = <Entry extends { readonly name: string }>(entries: readonly Entry[], name: string): Entry => {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new Error(`the demo has no ${name}`);
  return found;
};

/** The demo brand in the form of a venue of the tests: its first point, and dishes of its menu. */
export const demoVenue = async (app: TestApp): Promise<TestVenue> => {
  const [partner, till, auditor] = await Promise.all([
    app.client(DEMO_KEYS.partner),
    app.client(DEMO_KEYS.venue),
    app.client(DEMO_KEYS.auditor),
  ]);
  const get = async (path: string) => (await partner.get(path)).body;
  const point_id: string = (await get('/v1/points')).points[0].id;
  const of = `?point_id=${point_id}`;
  const { payment_types } = await get(`/v1/payment-types${of}`);
  const { cancel_causes } = (await get('/v1/cancel-causes')) as { cancel_causes: Named[] };
  const [menu] = (await get('/v1/menus')).menus;
  const { products, categories } = await get(`/v1/nomenclature${of}`);
  const [hall] = (await get(`/v1/reservations/halls${of}`)).halls;
  const { employees } = await get('/v1/attendance/employees');
  const dish = (name: string) => named<Dish>(products, name);
  const plov = dish('Плов Чайханский');
  const modifiers = plov.modifier_groups.flatMap(({ items }) => items);
  const modifier = (name: string): number => named(modifiers, name).product_id;
  const key = (await auditor.get('/audit/v1/events?type=KeyIssued&limit=100')).body.events.find(
    ({ data }: { data: { audience: string } }) => data.audience === 'partner',
  );
  return {
    brand_id: key.data.brand_id ?? key.brand_id,
    point_id,
    partner,
    till,
    auditor,
    partnerKeyId: key.data.key_id,
    cash: named<Named>(payment_types, 'Наличные').id,
    card: named<Named>(payment_types, 'Терминал Uzcard и Humo').id,
    causes: {
      plain: named(cancel_causes, 'Гость передумал').id,
      needsComment: named(cancel_causes, 'Другая причина').id,
    },
    cashier_id: employees.find((one: { position_name: string }) => one.position_name === 'Кассир').employee_id,
    hall_id: hall.id,
    table_id: hall.tables[0].id,
    category_id: categories[0].category_id ?? categories[0].id,
    menu_id: menu.id,
    products: {
      plov: plov.product_id,
      tea: dish('Шашлык из баранины').product_id,
      kazy: dish('Чай «Чинор» с горными травами').product_id,
      small: modifier('Стандартная порция'),
      large: modifier('Большая порция'),
      egg: modifier('Перепелиные яйца, 2 шт.'),
      garlic: modifier('Казы'),
    },
  };
};
