import type { z } from 'zod';

/** The events of a catalogue (`events.ts` of an aggregate): each type with the data of its schema. */
export type EventsOf<Catalogue extends Readonly<Record<string, { readonly schema: z.ZodType }>>> = {
  [Type in keyof Catalogue]: { readonly type: Type; readonly data: z.infer<Catalogue[Type]['schema']> };
}[keyof Catalogue];
