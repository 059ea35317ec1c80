import type pg from 'pg';
import { firstValueFrom, timeout } from 'rxjs';
import type { ErasureService } from '../../commands/erasure/erasure-needs.ts';
import { Unavailable } from '../../commands/loop/unavailable.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isFinal } from '../../domain/orders/status.ts';
import type { Subjects } from '../../personal/subjects.ts';
import { ordersOfClient } from '../../projections/orders/queries-clients.ts';
import { shiftsOfCashier } from '../../projections/points/queries.ts';
import type { Waits } from '../../projections/reading/waits.ts';
import { reservationsOfPhone } from '../../projections/reservations/queries.ts';
import type { Forgetting } from './forgetting.ts';

export interface ErasureServiceOptions {
  readonly pool: pg.Pool;
  readonly waits: Pick<Waits, 'caughtUp'>;
  readonly subjects: Pick<Subjects, 'hashPhone' | 'erased' | 'namesOf'>;
  readonly forgetting: Forgetting;
}

/** A notification takes some milliseconds. One that is lost is not waited for. */
const HEARD_WITHIN_MS = 1_000;
const SHOWN_BY = ['orders', 'reservations'];

export const createErasureService = (options: ErasureServiceOptions): ErasureService => {
  const { pool, waits, subjects, forgetting } = options;

  /** Something in the log is sealed under the phone. */
  const hasKey = async (brandId: string, phone: string): Promise<boolean> => {
    const text = `select from app.subject_keys where brand_id = $1 and kind = 'phone' and key = $2`;
    return (await pool.query(text, [brandId, subjects.hashPhone(phone)])).rowCount === 1;
  };

  return {
    tracesOf: async (brandId, clientId, phone) => {
      if ((await waits.caughtUp(SHOWN_BY)) === null) throw new Unavailable('the read models are behind the log');
      const orders = clientId === null ? [] : await ordersOfClient(pool, brandId, clientId);
      const reservations = phone === null ? [] : await reservationsOfPhone(pool, brandId, phone);
      const isKept = reservations.length > 0 || (phone !== null && (await hasKey(brandId, phone)));
      return {
        is_known: clientId !== null || isKept,
        orders: orders.map(({ order_id, status }) => ({ order_id, is_open: !isFinal(status) })),
        reservations,
      };
    },
    subjectsOf: subjects.namesOf,
    shiftsOf: async (brandId, employeeId) => {
      if ((await waits.caughtUp(['venue'])) === null) throw new Unavailable('the read models are behind the log');
      return shiftsOfCashier(pool, brandId, employeeId);
    },
    forget: async (erased) => {
      // What this process has in memory is dropped when it hears of it, too: the caller must not see the person again.
      const heard = firstValueFrom(subjects.erased.pipe(timeout(HEARD_WITHIN_MS))).catch(() => {});
      await inTransaction(pool, (tx) => forgetting(tx, erased));
      await heard;
    },
  };
};
