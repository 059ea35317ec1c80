import { z } from 'zod';
import { isTooDeep } from '../json-depth.ts';
import { isStorable } from '../storable-text.ts';

/** An id that the service gave: long ones, blank ones, and ones that no caller could send back, are no ids. */
const serviceId = z.union([z.string().regex(/\S/).max(255).refine(isStorable), z.int()]);

/** Points are whole numbers, as amounts of money are, and never below zero. */
const points = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .transform((value) => Math.floor(value));

/** The first signs of a text, in one line. What cannot be stored or read is left out, also a half of a sign at the cut. */
const line = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** A text for people: what is no text is left out, and what is too long is cut. */
const label = z
  .union([z.string(), z.number()])
  .transform((value) => line(String(value), 255) || null)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** What the service says of a guest. */
export const customerAnswer = z.object({
  customer_id: serviceId,
  name: label,
  phone: label,
  balance: points.nullish().transform((value) => value ?? 0),
  level: label,
  /** False: no payment in points. */
  can_redeem: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
});

export const holdAnswer = z.object({ hold_id: serviceId });

export const commitAnswer = z.object({
  accrued: points.nullish().transform((value) => value ?? null),
  balance: points,
});

export type LoyaltyCustomer = z.infer<typeof customerAnswer>;

const errorAnswer = z.object({ message: z.string() });

/** The most of the service's own words that a cashier is shown. */
const MAX_WORDS = 300;

/** The body of an answer as JSON; undefined: it is none, or lists and objects stand in one another too deep. */
export const parseAnswer = (text: string | null | undefined): unknown => {
  if (text == null || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the service says of a refusal, in one line; null: nothing. */
export const wordsOf = (answer: unknown): string | null => {
  const parsed = errorAnswer.safeParse(answer);
  if (!parsed.success) return null;
  return line(parsed.data.message, MAX_WORDS).replace(/[.\s]+$/, '') || null;
};
