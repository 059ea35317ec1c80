import type { ReservationRules } from '../points/events.ts';
import type { PaidDeposit } from './deposit.ts';
import type { Reservation, ReservationTable } from './events.ts';
import type { OpeningHours } from './hours.ts';

/** A table as the venue has it now. */
export interface BookTable extends ReservationTable {
  /** Seats; null: not specified. */
  readonly capacity: number | null;
}

/** The facts that the rules of a point's book need. */
export interface BookPoint extends OpeningHours {
  readonly brand_id: string;
  readonly point_id: string;
  readonly reservation_rules: ReservationRules;
  /** By id. */
  readonly tables: ReadonlyMap<number, BookTable>;
}

/**
 * Local date and times of the point. The end follows from one of the last two, else from the point's default length.
 */
export interface WantedTime {
  readonly date: string;
  readonly start_time: string;
  readonly end_time?: string | undefined;
  readonly duration_minutes?: number | undefined;
}

/** What the drawer needs to know when the venue itself takes a deposit, or gives it back. */
export interface DepositMoney {
  /** The movement of a deposit that is taken. */
  readonly taken_id: number;
  /** The movement of a deposit that is given back. */
  readonly returned_id: number;
  readonly timezone: string;
  readonly business_date: string;
  /** The open shift; null: no shift is open. */
  readonly shift_id: number | null;
  /** The category of each payment type of the brand. */
  readonly payment_categories: Readonly<Record<number, number>>;
}

/** Who asks. The venue may do more with its own tables than a partner. */
type By = 'partner' | 'venue';

/** `at`: ISO 8601 instant in UTC at which the command was given. */
interface OfReservation<Type extends string> {
  readonly type: Type;
  readonly reservation_id: string;
  readonly at: string;
}

export interface Book extends OfReservation<'Book'>, WantedTime {
  readonly point: BookPoint;
  readonly source: By;
  readonly key_id: string;
  readonly external_id: string | null;
  readonly booking_type: Reservation['type'];
  readonly guests: number;
  /** Null: the venue finds a place. */
  readonly table_id: number | null;
  readonly deposit: PaidDeposit | null;
  readonly guest: { readonly client_id: number | null; readonly name: string | null; readonly phone: string };
  readonly comment: string | null;
  /** The venue takes a deposit with it, or gives one back. Undefined: no money of the venue moves. */
  readonly money?: DepositMoney | undefined;
}

/** Records that a reservation must never be booked here, if it is not in the book yet. */
export interface Forgo {
  readonly type: 'Forgo';
  readonly brand_id: string;
  readonly point_id: string;
  readonly reservation_id: string;
}

/** A field that is left out stays as it is. */
export interface Move extends OfReservation<'Move'> {
  readonly point: BookPoint;
  readonly by: By;
  readonly changes: {
    readonly date?: string | undefined;
    readonly start_time?: string | undefined;
    readonly end_time?: string | undefined;
    readonly duration_minutes?: number | undefined;
    readonly guests?: number | undefined;
    /** Null: takes the table away. */
    readonly table_id?: number | null | undefined;
    readonly comment?: string | null | undefined;
    readonly guest_name?: string | null | undefined;
    readonly deposit?: PaidDeposit | undefined;
  };
  /** The venue takes a deposit with it, or gives one back. Undefined: no money of the venue moves. */
  readonly money?: DepositMoney | undefined;
}

export interface Cancel extends OfReservation<'Cancel'> {
  readonly by: By;
  readonly cancelled_by: 'guest' | 'partner' | 'venue';
  readonly reason: string | null;
  readonly deposit_status: 'retained' | 'refunded' | null;
  /** The venue takes a deposit with it, or gives one back. Undefined: no money of the venue moves. */
  readonly money?: DepositMoney | undefined;
}

export interface Seat extends OfReservation<'Seat'> {
  readonly point: BookPoint;
  /** Null: the table that was booked. */
  readonly table_id: number | null;
  /** The cheque opened for the guest. */
  readonly order_id: number;
}

/** The cheque of the seated guest was closed or deleted. */
export interface CloseSeating extends OfReservation<'CloseSeating'> {
  readonly order_id: number;
  /** Undefined: it was closed. */
  readonly is_deleted?: boolean | undefined;
  /**
   * The reservation after its last event. A book keeps only the status of one that is over, and needs the rest if the
   * cheque was opened again after the guest had left, and is deleted now.
   */
  readonly left?: Reservation | undefined;
}

/** Guests who sit already move to another table together with their cheque. */
export interface ReseatGuests extends OfReservation<'ReseatGuests'> {
  readonly point: BookPoint;
  readonly table_id: number;
  /** Their cheque. */
  readonly order_id: number;
}

export interface SeatWalkIn {
  readonly type: 'SeatWalkIn';
  readonly point: BookPoint;
  readonly table_id: number;
  readonly guests: number;
  readonly at: string;
}

export interface FreeTable {
  readonly type: 'FreeTable';
  readonly point: BookPoint;
  readonly table_id: number;
  readonly at: string;
}

export type ReservationBookCommand =
  | Book
  | Forgo
  | Move
  | Cancel
  | (OfReservation<'ReportDeposit'> & { readonly status: 'retained' | 'refunded' })
  | OfReservation<'Confirm'>
  | (OfReservation<'Decline'> & { readonly reason: string | null })
  | Seat
  | ReseatGuests
  | OfReservation<'MarkNoShow'>
  | CloseSeating
  /** The time for this is up. */
  | OfReservation<'FireNoShow'>
  | OfReservation<'FireDecline'>
  | SeatWalkIn
  | FreeTable;

export type CommandOf<Type extends ReservationBookCommand['type']> = Extract<ReservationBookCommand, { type: Type }>;
