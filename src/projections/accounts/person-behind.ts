import type { EventMetadata } from '../../event-store/event-store.ts';

/** The account of the person who caused an event. Null: a key did, or the system. */
export const personBehind = ({ metadata: { actor } }: { readonly metadata: EventMetadata }): number | null =>
  actor?.kind === 'account' ? Number(actor.id) : null;

/**
 * The name of a person in SQL, as audits show it: of whoever was erased the number is left. Null without a person.
 * @param id the column with the number of the account
 * @param people the alias of the joined row of `read.people`
 */
export const personName = (id: string, people: string): string => `coalesce(${people}.name, 'account ' || ${id})`;
