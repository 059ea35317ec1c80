import type pg from 'pg';
import { loginKey } from '../../commands/accounts/account-directory.ts';
import { releaseClaim } from '../../commands/claims/claim-statements.ts';
import { clientKey } from '../../commands/clients/client-key.ts';
import type { Erased } from '../../commands/erasure/erasure-needs.ts';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import { forgetSignIns } from '../../commands/sessions/forget-sign-ins.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { clientDecider } from '../../domain/clients/decide.ts';
import { employeeDecider } from '../../domain/employees/decide.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { SubjectRef } from '../../domain/personal/subject.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Subjects } from '../../personal/subjects.ts';
import { placesOfReservations } from '../../projections/reservations/history.ts';
import { forgetBodies, forgetPhoneCodes, forgetSnapshots, holdSnapshots, noteErasure } from './tables.ts';

export interface ForgettingOptions {
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
  readonly subjects: Pick<Subjects, 'destroy' | 'hashPhone'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type Forgetting = ReturnType<typeof createForgetting>;

/**
 * What follows from the event of an erasure, outside of the log. It is all done in one transaction, and it can be done
 * again. The phone is read from the log, which the destroyed key makes unreadable: so what goes by the phone is done the
 * first time alone. Later the phone may belong to somebody else.
 */
export const createForgetting = ({ store, subjects, clock }: ForgettingOptions) => {
  /** Of a client from the registration, of a guest from the reservations. */
  const phonesOf = async (erased: Erased, positions: readonly number[]): Promise<string[]> => {
    if (erased.kind === 'employee' || erased.kind === 'account') return [];
    if (erased.kind === 'guest') {
      if (erased.phone !== undefined) return [erased.phone];
      const events = asDomainEvents(reservationBookDecider, await store.readAt(positions));
      return [...new Set(events.flatMap((event) => reservationIn(event)?.personal.phone ?? []))];
    }
    const events = asDomainEvents(clientDecider, await store.read(`client-${erased.data.client_id}`, 0, 1));
    return events.flatMap((event) => (event.type === 'ClientRegistered' ? (event.data.personal.phone ?? []) : []));
  };

  /** Somebody else may take the login of an erased person. */
  const releaseLogin = async (tx: pg.PoolClient, erased: Erased): Promise<void> => {
    if (erased.kind !== 'account') return;
    const { account_id } = erased.data;
    const [invited] = asDomainEvents(accountDecider, await store.read(streamOf(erased), 0, 1));
    const login = invited?.type === 'AccountInvited' ? invited.data.personal.login : null;
    if (login !== null) await releaseClaim(tx, loginKey(subjects.hashPhone, login), account_id);
  };

  return async (tx: pg.PoolClient, erased: Erased): Promise<void> => {
    await holdSnapshots(tx);
    const isFirst = await noteErasure(tx, erased.position, new Date(clock()));
    const { brand_id } = erased.data;
    const refs = subjectOf(erased);
    const { order_ids, reservation_ids } = 'order_ids' in erased.data ? erased.data : NOTHING;
    const { positions, pointIds } = await placesOfReservations(tx, brand_id, reservation_ids);
    const phones = isFirst ? await phonesOf(erased, positions) : [];
    if (isFirst) {
      await releaseLogin(tx, erased);
      refs.push(...phones.map((phone): SubjectRef => ({ brand_id, kind: 'phone', key: phone })));
      await forgetPhoneCodes(tx, brand_id, phones);
      if (erased.kind === 'client') {
        for (const phone of phones) {
          await releaseClaim(tx, clientKey(subjects.hashPhone, brand_id, phone), erased.data.client_id);
        }
      }
    }
    // Each time: a sign-in that had begun before the erasure may end after it.
    if (erased.kind === 'account') await forgetSignIns(tx, erased.data.account_id);
    const employeeId = erased.kind === 'employee' ? erased.data.employee_id : null;
    await forgetBodies(tx, brand_id, positions, order_ids, phones, employeeId);
    await forgetSnapshots(
      tx,
      [streamOf(erased), ...order_ids.map((id) => `${orderDecider.category}-${id}`)],
      pointIds.map((id) => `${reservationBookDecider.category}-${id}`),
      reservation_ids,
    );
    // Last: what this transaction reads of the person it has read.
    await subjects.destroy(tx, refs);
  };
};

const NOTHING = { order_ids: [], reservation_ids: [] };

const subjectOf = ({ kind, data }: Erased): SubjectRef[] => {
  const { brand_id } = data;
  if (kind === 'client') return [{ brand_id, kind, key: String(data.client_id) }];
  if (kind === 'account') return [{ brand_id, kind, key: String(data.account_id) }];
  return kind === 'employee' ? [{ brand_id, kind, key: String(data.employee_id) }] : [];
};

const streamOf = ({ kind, data }: Erased): string => {
  if (kind === 'client') return `${clientDecider.category}-${data.client_id}`;
  if (kind === 'account') return `${accountDecider.category}-${data.account_id}`;
  return kind === 'employee' ? `${employeeDecider.category}-${data.employee_id}` : `guest-${data.guest_id}`;
};
