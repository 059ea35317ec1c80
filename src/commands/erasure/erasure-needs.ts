import type { AccountErased } from '../../domain/accounts/events.ts';
import type { ClientErased, GuestErased } from '../../domain/clients/events.ts';
import type { EmployeeErased } from '../../domain/employees/events.ts';
import type { SubjectRef } from '../../domain/personal/subject.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { ClientRegister } from '../clients/client-register.ts';

/** What the read models show of a guest. */
export interface Traces {
  /** Something is kept of the person. */
  readonly is_known: boolean;
  readonly orders: readonly { readonly order_id: number; readonly is_open: boolean }[];
  readonly reservations: readonly Reservation[];
}

/** What was erased, and by which event of the log. */
export type Erased = { readonly position: number } & (
  | { readonly kind: 'client'; readonly data: ClientErased }
  /** `phone`: without it, it is read from the reservations. */
  | { readonly kind: 'guest'; readonly data: GuestErased; readonly phone?: string }
  | { readonly kind: 'employee'; readonly data: EmployeeErased }
  | { readonly kind: 'account'; readonly data: AccountErased }
);

/** Port: what the commands that erase a person need outside of their streams. */
export interface ErasureService {
  /** Of a client, by id and phone, or of a guest without a client. Throws Unavailable while the read models are behind. */
  tracesOf(brandId: string, clientId: number | null, phone: string | null): Promise<Traces>;
  /** The names that sealed parts of events have for these persons: those of them that have a key. */
  subjectsOf(refs: readonly SubjectRef[]): Promise<string[]>;
  /** The till shifts of a cashier. Throws Unavailable while the read models are behind. */
  shiftsOf(brandId: string, employeeId: number): Promise<number[]>;
  /**
   * Destroys the key of the person, and deletes what tables outside of the log say of the person. The follower of the
   * event does the same, in case we die before it. It is done here too, so that it is done when the command is answered.
   */
  forget(erased: Erased): Promise<void>;
}

export interface ErasureNeeds {
  readonly clients: Pick<ClientRegister, 'find'>;
  readonly erasure: ErasureService;
}
