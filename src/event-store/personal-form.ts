import { z } from 'zod';
import type { SealedPart } from './personal-data.ts';

/** These stay when the person is erased, so they are not sealed. They stand first under `personal`. */
export const isPersonId = (name: string): boolean =>
  name === 'client_id' || name === 'employee_id' || name === 'account_id';

export interface WithPersonal {
  readonly personal: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether the data say anything of a person. */
export const hasPersonal = (data: unknown): data is WithPersonal => isObject(data) && isObject(data.personal);

const ofPerson = (data: unknown): WithPersonal => {
  if (!hasPersonal(data)) throw new Error('the data say nothing of a person');
  return data;
};

/** Null, or an object without members, as an order has without comments. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** What of an event's personal data has to be sealed. Null: there are none, or only ids. */
export const toBeSealed = (data: unknown): { readonly personal: object; readonly content: object } | null => {
  if (!hasPersonal(data)) return null;
  const { personal } = data;
  const content: Record<string, unknown> = {};
  let isEmpty = true;
  for (const name in personal) {
    if (isPersonId(name)) continue;
    content[name] = personal[name];
    isEmpty &&= isNothing(personal[name]);
  }
  return isEmpty ? null : { personal, content };
};

/** The data with its personal data sealed: beside the ids stand the subject and the sealed text. */
export const withSealed = (data: unknown, { subject, sealed }: SealedPart): object => {
  const whole = ofPerson(data);
  return { ...whole, personal: { ...idsOf(whole.personal), sealed, subject } };
};

/** The sealed part of stored data. Null: it has none. */
export const sealedIn = (data: unknown): SealedPart | null => {
  if (!hasPersonal(data)) return null;
  const { subject, sealed } = data.personal;
  return typeof subject === 'string' && typeof sealed === 'string' ? { subject, sealed } : null;
};

/** Stored data with what was in its sealed part. */
export const withOpened = (data: unknown, content: object): object => {
  const whole = ofPerson(data);
  return { ...whole, personal: { ...idsOf(whole.personal), ...content } };
};

/** Data of an erased person: what the schema has under `personal` is null, only the ids stay. */
export const withErased = (data: unknown, schema: z.ZodType): object => {
  const whole = ofPerson(data);
  const nulls = Object.fromEntries(personalNames(schema).map((name) => [name, null]));
  return { ...whole, personal: { ...nulls, ...idsOf(whole.personal) } };
};

const idsOf = (personal: Readonly<Record<string, unknown>>): object => {
  const ids: Record<string, unknown> = {};
  for (const name in personal) if (isPersonId(name)) ids[name] = personal[name];
  return ids;
};

/** The names that the schema has under `personal`, with those of the ids. */
export const personalNames = (schema: z.ZodType): string[] => {
  const member = schema instanceof z.ZodObject ? schema.shape.personal : undefined;
  const personal = member instanceof z.ZodOptional ? member.unwrap() : member;
  return personal instanceof z.ZodObject ? Object.keys(personal.shape) : [];
};
