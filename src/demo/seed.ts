import type { Applied } from '../brand-file/apply.ts';
import type { Caller } from '../commands/bus/caller.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import { demoFile } from './brand/demo-file.ts';
import { POINT_KEYS } from './brand/point-keys.ts';
import { STOP_LISTS } from './brand/stop-lists.ts';
import { seedBookings } from './seed-bookings.ts';
import { idIn, only, seedBrand } from './seed-brand.ts';
import { seedCounterparties, seedPay } from './seed-money.ts';
import { seedPeople } from './seed-people.ts';
import { staffOf } from './seed-staff.ts';
import { createStep, type Execute, type Step } from './steps.ts';
import type { PointStaff } from './till/next-step.ts';

export interface SeedOptions {
  readonly execute: Execute;
  /** The caller with the platform's own key. */
  readonly platform: Caller;
  /** Whether a key with this API key exists: then the brand was seeded completely. */
  readonly keyExists: (apiKey: string) => Promise<boolean>;
  readonly log: { info(fields: object, message: string): void };
  /** The address of the app that serves the pictures of the dishes. If left out, the dishes get none. */
  readonly picturesAt?: string | undefined;
  /**
   * Milliseconds since the epoch. If given, tables are booked for that day and the next, and the venue has been there for a
   * month: its past may have guests.
   */
  readonly now?: number;
}

const A_DAY_MS = 86_400_000;
const A_MONTH_MS = 30 * A_DAY_MS;

export interface DemoBrand {
  readonly brand_id: string;
  readonly staff: readonly PointStaff[];
}

/**
 * Makes the demo brand by the commands that everyone uses, with keys that everybody knows: only for a private database.
 * Done once: a later start repeats only the first few steps, whose answers it needs. If it was interrupted, the next
 * start continues.
 */
export const seedDemo = async ({
  execute,
  platform,
  keyExists,
  log,
  picturesAt,
  now,
}: SeedOptions): Promise<DemoBrand> => {
  const started = performance.now();
  const since = now === undefined ? undefined : new Date(now - A_MONTH_MS).toISOString();
  const asPlatform = createStep(execute, platform);
  const file = demoFile(picturesAt);
  const brand = { ...file.brand };
  const brand_id = String((await createStep(execute, platform, since)('brand', 'CreateBrand', brand)).brand_id);
  const venue = await issueVenueKey(asPlatform, brand_id);
  const step = createStep(execute, venue);
  /** Tables are booked before the evening whose guests come: the book goes on in the order of time. */
  const dayBefore = (at: number): Step => createStep(execute, venue, new Date(at - A_DAY_MS).toISOString());
  const isMade = await keyExists(DEMO_KEYS.auditor);
  const past = { execute, caller: venue, occurred_at: since, names: !isMade };
  const ids = await seedBrand(isMade ? only(file, 'points', 'staff') : file, past);
  const staff = staffOf(ids);
  if (!isMade) {
    await seedPeople(step, staff);
    await seedCounterparties(step, ids);
    await seedPay(step, ids, since?.slice(0, 10));
    await seedStopLists(createStep(execute, venue, since), ids);
    await step('key/partner', 'IssueKey', partnerKey(ids), DEMO_KEYS.partner);
    if (now !== undefined) await seedBookings(dayBefore(now), ids, now);
    // Last, because it means that everything before it is done.
    const auditor = { brand_id, audience: 'auditor', name: 'Аудитор' };
    await asPlatform('key/auditor', 'IssueKey', auditor, DEMO_KEYS.auditor);
    log.info({ brand_id, ms: Math.round(performance.now() - started) }, 'demo brand seeded');
  }
  return { brand_id, staff };
};

const seedStopLists = async (step: Step, ids: Applied['ids']): Promise<void> => {
  for (const key of POINT_KEYS) {
    const entries = STOP_LISTS[key].map(({ product, ...rest }) => ({
      product_id: idIn(ids, 'products', product),
      ...rest,
    }));
    await step(`stop_list/${key}`, 'SetStopList', { point_id: idIn(ids, 'points', key), entries });
  }
};

const issueVenueKey = async (asPlatform: Step, brand_id: string): Promise<Caller> => {
  const name = 'Касса и бэк-офис';
  const terms = { brand_id, audience: 'venue', name };
  const { key_id } = await asPlatform('key/venue', 'IssueKey', terms, DEMO_KEYS.venue);
  return { key_id: String(key_id), audience: 'venue', brand_id, point_ids: null, name };
};

const partnerKey = (ids: Applied['ids']) => ({
  audience: 'partner',
  name: 'Мобильное приложение',
  permissions: ['reports', 'attendance', 'table_booking', 'payments'],
  auto_confirm: false,
  showcase_ids: [idIn(ids, 'showcases', 'app')],
  default_order_type_sub_ids: {
    1: idIn(ids, 'order_type_subs', 'hall_app'),
    2: idIn(ids, 'order_type_subs', 'takeaway_app'),
    3: idIn(ids, 'order_type_subs', 'delivery_app'),
  },
});
