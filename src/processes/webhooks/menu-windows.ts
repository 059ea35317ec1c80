import type pg from 'pg';
import { derivedUuid } from '../../commands/loop/envelope.ts';
import type { WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import { inTransaction } from '../../database/transaction.ts';
import { toLocalDayAndTime, toOffsetTimestamp } from '../../domain/local-time.ts';
import { isOn, type PriceWindow } from '../../domain/menu/point-menu/price-window.ts';
import type { Ticker } from '../engine/process.ts';
import { bodyOf, enqueue, holdQueue, type NewDelivery } from './queue.ts';
import { isToldOf, readTargets } from './targets.ts';

export interface MenuWindowsOptions {
  readonly pool: pg.Pool;
  readonly kinds: readonly WebhookKind[];
  /** Up to which log position a read model shows the changes. */
  readonly shownPosition: (readModel: string) => number;
}

const EVENT = 'menu.changed';
const MINUTE_MS = 60_000;
/** Longer than another process takes to take over. What an app that stood still for longer has missed is told by its menus. */
const LOOK_BACK = 10;

const WINDOWS = `
  select distinct q.brand_id, q.point_id, q.timezone, p.days::text as days, p.from_time as from, p.to_time as to
  from (
    select distinct brand_id from app.webhook_targets
    where url is not null and revoked_at is null and (events is null or $1 = any(events))
  ) t
  join read.points q on q.brand_id = t.brand_id
  join read.product_prices p on p.point_id = q.point_id and p.from_time is not null`;

interface WindowRow {
  readonly brand_id: string;
  readonly point_id: string;
  readonly timezone: string;
  /** A JSON array. */
  readonly days: string;
  readonly from: string;
  readonly to: string;
}

/** Tells partners when a price window of a point begins or ends: no event says so, the menus follow the clock. */
export const createMenuWindows = ({ pool, kinds, shownPosition }: MenuWindowsOptions): Ticker => {
  const kind = kinds.find(({ event }) => event === EVENT);
  /** The minute that was looked at last, since the epoch. */
  let seen: number | undefined;

  const tell = async (changes: readonly (WindowRow & { readonly at: number })[], now: Date): Promise<void> => {
    const brandIds = [...new Set(changes.map(({ brand_id }) => brand_id))];
    await inTransaction(pool, async (tx) => {
      const targets = [...(await readTargets(tx, brandIds)).values()];
      const deliveries = changes.flatMap(({ brand_id, point_id, timezone, at }) => {
        const told = targets.filter(
          (target) =>
            target.brand_id === brand_id &&
            target.showcase_ids.length > 0 &&
            isToldOf(target, { kind: kind!, point_id, at: now.getTime() }),
        );
        return told.map(({ key_id, showcase_ids, webhook }): NewDelivery => {
          const instant = new Date(at * MINUTE_MS).toISOString();
          const event_id = derivedUuid('webhook', 'price window', key_id, point_id, instant);
          const occurred_at = toOffsetTimestamp(instant, timezone);
          const data = { point_id, menu_ids: showcase_ids };
          return {
            brand_id,
            key_id,
            event: EVENT,
            event_id,
            url: webhook!.url,
            position: Math.max(1, shownPosition('catalogue')),
            body: bodyOf({ event_id, event: EVENT, occurred_at, data }),
            created_at: now.toISOString(),
          };
        });
      });
      if (deliveries.length > 0) await holdQueue(tx);
      await enqueue(tx, deliveries);
    });
  };

  return {
    name: 'menu-windows',
    everyMs: MINUTE_MS / 4,
    begin: () => {
      seen = undefined;
    },
    tick: async (now) => {
      const minute = Math.floor(now.getTime() / MINUTE_MS);
      const since = Math.max(seen ?? 0, minute - LOOK_BACK);
      if (kind === undefined || seen === minute) return;
      const { rows } = await pool.query<WindowRow>(WINDOWS, [EVENT]);
      const changes = [...Map.groupBy(rows, ({ point_id }) => point_id).values()].flatMap((windows) => {
        const at = lastChange(windows, since, minute);
        return at === undefined ? [] : [{ ...windows[0]!, at }];
      });
      if (changes.length > 0) await tell(changes, now);
      seen = minute;
    },
  };
};

/** The last minute after `since` in which one of the windows began or ended. */
const lastChange = (rows: readonly WindowRow[], since: number, until: number): number | undefined => {
  const windows = rows.map(({ days, from, to }): PriceWindow => ({ days: JSON.parse(days), from, to }));
  const periodAt = (minute: number): string => {
    const { day, time } = toLocalDayAndTime(new Date(minute * MINUTE_MS).toISOString(), rows[0]!.timezone);
    return windows.map((window) => (isOn(window, day, time) ? '1' : '0')).join('');
  };
  for (let minute = until; minute > since; minute--) {
    if (periodAt(minute) !== periodAt(minute - 1)) return minute;
  }
  return undefined;
};
