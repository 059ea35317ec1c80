import { z } from 'zod';
import { isTooDeep } from '../json-depth.ts';

/** An id that the service gave: long ones, and blank ones, are no ids. */
const serviceId = z.union([z.string().regex(/\S/).max(255), z.int()]);

/** Points are whole numbers, as amounts of money are, and never below zero. */
const points = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .transform((value) => Math.floor(value));

/** A text for people: what is no text, or too long, is left out. */
const label = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim().slice(0, 255) || null)
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
  const line = parsed.data.message.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  return (
    line
      .trim()
      .slice(0, MAX_WORDS)
      .replace(/[.\s]+$/, '') || null
  );
};
