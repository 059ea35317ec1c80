import type { NewEvent } from './recorded-event.ts';

/** What ties a sealed part to its event, so that a copy of it in another event does not open. */
export type PartOwner = Pick<NewEvent, 'id' | 'type'>;

/** Personal data of an event, to be sealed. */
export interface OpenPart {
  readonly owner: PartOwner;
  readonly brandId: string;
  /** All of `personal`: it says whose data they are. */
  readonly personal: object;
  /** The members that are sealed. */
  readonly content: object;
}

/** Personal data as the log has them. */
export interface SealedPart {
  /** Whose key it is. Who that is, only the table of keys knows. */
  readonly subject: string;
  readonly sealed: string;
}

/** What was sealed just now. */
export interface NewlySealed extends SealedPart {
  /** Whether `open` will give an equal value. Other data read back as another one (a date as text). */
  readonly isSame: boolean;
}

export type Opened = object | null | Error;

/** Seals personal data before they are recorded, and opens them when they are read. */
export interface PersonalData {
  /** In the order of the parts. Throws StoreUnavailable if a key can not be had now. */
  seal(parts: readonly OpenPart[]): Promise<readonly NewlySealed[]>;
  /** Grows when keys were destroyed: what was sealed or opened before may be of their persons. */
  readonly generation: number;
  /**
   * In the order of the parts. Null: the key was destroyed. An Error: it is not what was sealed for this event. Throws
   * StoreUnavailable if a key can not be read now.
   */
  open(parts: readonly (SealedPart & { readonly owner: PartOwner })[]): Promise<readonly Opened[]>;
}
