import type { RecordedEvent } from '../../event-store/event-store.ts';

/** Port: where till shifts are. The read side answers it. */
export interface ShiftPlaces {
  /** The point of a till shift of the brand; undefined if there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
}

/** Where a movement was recorded. */
export interface MovementPlace {
  /** `book`: a deposit of a reservation. */
  readonly stream: 'till' | 'ledger' | 'book';
  readonly stream_id: string;
  /** Null: of the brand, at no point in particular. */
  readonly point_id: string | null;
  /** Of its event in the log. */
  readonly position: number;
}

/**
 * Port: what commands about money ask. The read side answers it, and counts everything that was recorded before the
 * question. If it cannot, it throws Unavailable (503).
 */
export interface MoneyNeeds extends ShiftPlaces {
  /** Undefined: no movement of the brand, cancelled or not. */
  movementPlace(brandId: string, movementId: number): Promise<MovementPlace | undefined>;
  /** The event at a position of the log. Undefined: there is none. */
  eventAt(position: number): Promise<RecordedEvent | undefined>;
  /** The money on an account of the brand. */
  accountBalance(brandId: string, accountId: number): Promise<number>;
}
