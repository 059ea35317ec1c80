import { z } from 'zod';
import type { Decider } from '../decider.ts';
import type { EventsOf } from '../events-of.ts';

export const readingEvents = {
  /** An auditor was shown personal data. The actor is the auditor. */
  PersonalDataRead: {
    version: 1,
    schema: z.object({
      key_id: z.uuid(),
      brand_id: z.uuid(),
      /** The request, with its query: `GET /audit/v1/clients/1003/history`. It names no person. */
      request: z.string(),
      /** If it asked for everything that is held of a client. */
      client_id: z.int().nullable(),
    }),
  },
} as const;

export type ReadingEvent = EventsOf<typeof readingEvents>;
export type PersonalDataRead = ReadingEvent['data'];

/** The readings of one key. No rule needs to know the earlier ones. */
export const readingDecider: Decider<
  null,
  { readonly type: 'NoteReading'; readonly reading: PersonalDataRead },
  ReadingEvent
> = {
  category: 'reading',
  stateVersion: 1,
  initial: null,
  evolve: () => null,
  decide: (_, { reading }) => [{ type: 'PersonalDataRead', data: reading }],
};
