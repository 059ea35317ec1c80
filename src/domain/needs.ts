import { conflict, type Refusal } from './refusal.ts';

/** What needs something that is to be retired. */
export interface Need {
  /** `table`, `product`, `order`. */
  readonly what: string;
  readonly id: number | string;
  /** For people. Never a person's name. */
  readonly name: string;
}

/** The most that a refusal names. */
const MOST_NAMED = 10;

/** still_needed (409), which names what needs it. Nothing is thrown where nothing does. */
export const requireUnneeded = (needs: readonly Need[]): void => {
  if (needs.length > 0) throw stillNeeded(needs);
};

const stillNeeded = (needs: readonly Need[]): Refusal => {
  const named = needs.slice(0, MOST_NAMED);
  const by = named.map(({ name }) => name);
  const rest = needs.length - named.length;
  return conflict(
    'still_needed',
    { by: rest > 0 ? [...by, '…'] : by },
    { details: { needed_by: named, count: needs.length } },
  );
};
