import { command, type TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';

/** Where one gets a token for a key: an app in this process or in one of its own. */
export type Login = Pick<TestApp, 'client' | 'platform'> & {
  /** Venues of its database that nobody has taken yet: see ready-venues.ts. */
  readonly readyVenues?: MadeVenue[];
};

/** A small venue made by the commands anyone would use: one point, a menu with modifiers, a partner, a till, an auditor. */
export interface TestVenue {
  readonly brand_id: string;
  readonly point_id: string;
  readonly partner: HttpClient;
  readonly partnerKeyId: string;
  readonly till: HttpClient;
  readonly auditor: HttpClient;
  readonly cash: number;
  readonly card: number;
  readonly causes: { readonly plain: number; readonly needsComment: number };
  readonly cashier_id: number;
  readonly hall_id: number;
  readonly table_id: number;
  readonly category_id: number;
  readonly menu_id: number;
  readonly products: {
    /** 45 000, with a required size and optional extras. */
    readonly plov: number;
    /** 8 000, no modifiers. */
    readonly tea: number;
    /** 120 000 a kilogram, divisible. */
    readonly kazy: number;
    readonly small: number;
    readonly large: number;
    readonly egg: number;
    readonly garlic: number;
  };
}

/** A venue, and the keys of those who speak for it. */
export type MadeVenue = Omit<TestVenue, 'partner' | 'till' | 'auditor'> & {
  readonly apiKeys: { readonly partner: string; readonly till: string; readonly auditor: string };
};

const working_hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '09:00', close: '23:00' }));
const reservation_rules = {
  default_duration_minutes: 90,
  min_duration_minutes: 30,
  max_duration_minutes: 360,
  max_days_ahead: 60,
  slot_step_minutes: 30,
  no_show_after_minutes: 30,
  unassigned_auto_confirm_guests_per_hour: null,
};

export const definePoint = (till: HttpClient, fields: Record<string, unknown> = {}) =>
  command(till, 'DefinePoint', {
    name: 'Chorsu',
    short_name: 'Ch',
    address: 'Chorsu 1',
    phone: '+998712000000',
    latitude: 41.3267,
    longitude: 69.235,
    delivery_distance: 5_000,
    working_hours,
    reservation_rules,
    ...fields,
  });

/** A venue of this brand. One of the usual brand is ready, if the app's database came with some. */
export const createVenue = async (app: Login, brand?: Record<string, unknown>): Promise<TestVenue> => {
  const ready = brand ? undefined : app.readyVenues?.shift();
  const { apiKeys, ...made } = ready ?? (await makeVenue(app, brand));
  const [partner, till, auditor] = await Promise.all([
    app.client(apiKeys.partner),
    app.client(apiKeys.till),
    app.client(apiKeys.auditor),
  ]);
  return { ...made, partner, till, auditor };
};

export const makeVenue = async (app: Login, brand: Record<string, unknown> = {}): Promise<MadeVenue> => {
  const platform = await app.platform();
  const { brand_id } = await command(platform, 'CreateBrand', {
    name: 'Oshxona',
    currency: 'UZS',
    country_code: 'UZ',
    language: 'en',
    ...brand,
  });
  const issue = async (audience: 'venue' | 'auditor', name: string): Promise<string> =>
    (await command(platform, 'IssueKey', { brand_id, audience, name })).api_key;
  const [tillKey, auditorKey] = await Promise.all([issue('venue', 'till'), issue('auditor', 'auditor')]);
  const till = await app.client(tillKey);
  // At once, as commands that are recorded together cost less. Ids of a kind rise as ever.
  const [place, causes, cashier, goods] = await Promise.all([
    createPlace(till),
    createCauses(till),
    command(till, 'HireEmployee', {
      login: 'aziz',
      name: 'Aziz',
      role: 'cashier',
      role_name: 'Cashier',
      position_id: 1,
      position_name: 'Cashier',
    }),
    createGoods(till),
  ]);
  const partner = await command(till, 'IssueKey', {
    audience: 'partner',
    name: 'app',
    permissions: ['reports'],
    showcase_ids: [goods.menu_id],
  });
  const apiKeys = { partner: partner.api_key, till: tillKey, auditor: auditorKey };
  return { brand_id, partnerKeyId: partner.key_id, apiKeys, ...place, causes, cashier_id: cashier.id, ...goods };
};

const createPlace = async (till: HttpClient) => {
  const { id: point_id } = await definePoint(till);
  const payments = async () => {
    const cash = await command(till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [point_id] });
    const card = await command(till, 'DefinePaymentType', { name: 'Card', category_id: 2, point_ids: [point_id] });
    return { cash: cash.id, card: card.id };
  };
  const tables = async () => {
    const hall = await command(till, 'DefineHall', { point_id, name: 'Main' });
    const table = await command(till, 'DefineTable', { hall_id: hall.id, name: '1', capacity: 4 });
    return { hall_id: hall.id, table_id: table.id };
  };
  const [paid, seated] = await Promise.all([payments(), tables()]);
  return { point_id, ...paid, ...seated };
};

const createCauses = async (till: HttpClient) => {
  const plain = await command(till, 'DefineCancelCause', cause('Changed mind', true, false));
  const needsComment = await command(till, 'DefineCancelCause', cause('Other', false, true));
  return { plain: plain.id, needsComment: needsComment.id };
};

const createGoods = async (till: HttpClient) => {
  const product = async (fields: Record<string, unknown>): Promise<number> =>
    (await command(till, 'DefineProduct', { type: 'product', ...fields })).id;
  const modifier = (name: string, base_price: number) =>
    product({ type: 'modifier', name, base_price, category_id: null });
  const modifiers = async () => {
    const small = await modifier('Small', 0);
    const large = await modifier('Large', 15_000);
    const egg = await modifier('Egg', 4_000);
    return { small, large, egg, garlic: await modifier('Garlic', 3_000) };
  };
  const plainGoods = async () => {
    const { id: category_id } = await command(till, 'DefineCategory', { name: 'Food', order_number: 1 });
    const tea = await product({ name: 'Tea', category_id, base_price: 8_000, order_number: 2 });
    const byWeight = { is_divisible: true, unit: 'kg' };
    const kazy = await product({ name: 'Kazy', category_id, base_price: 120_000, ...byWeight, order_number: 3 });
    return { category_id, tea, kazy };
  };
  const [{ small, large, egg, garlic }, { category_id, tea, kazy }] = await Promise.all([modifiers(), plainGoods()]);
  const plov = await product({
    name: 'Plov',
    category_id,
    base_price: 45_000,
    order_number: 1,
    modifier_groups: [
      { name: 'Size', min: 1, max: 1, required: true, items: [{ product_id: small }, { product_id: large }] },
      {
        name: 'Extras',
        min: 0,
        max: 3,
        required: false,
        items: [{ product_id: egg, max_amount: 2 }, { product_id: garlic }],
      },
    ],
  });
  const menu = await command(till, 'PublishShowcase', {
    name: 'App menu',
    description: 'For the app',
    categories: [{ id: 1, name: 'Everything', order_number: 1 }],
    products: [plov, tea, kazy].map((product_id) => ({ product_id, category_id: 1 })),
  });
  return { category_id, menu_id: menu.id, products: { plov, tea, kazy, small, large, egg, garlic } };
};

const cause = (name: string, is_default: boolean, is_comment_required: boolean) => ({
  name,
  is_default,
  is_comment_required,
});

/** The body of an order that is fine: two small plovs and a tea, 98 000, takeaway, in cash. */
export const orderBody = ({ point_id, cash, products }: TestVenue, fields: Record<string, unknown> = {}) => ({
  point_id,
  order_type_id: 2,
  payment_type_id: cash,
  client: { phone: '+998 90 123-45-67', name: 'Aziza' },
  items: [
    { product_id: products.plov, quantity: 2, modifiers: [{ product_id: products.small, quantity: 1 }] },
    { product_id: products.tea, quantity: 1 },
  ],
  ...fields,
});
