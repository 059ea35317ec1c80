import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What every page's address says: the point, and the instant or log position of the slider. None: now. */
export interface Place {
  readonly point?: string;
  readonly at?: string;
}

/** What an address may say. Anything else in it is left out. */
export const placeOf = (search: Readonly<Record<string, unknown>>): Place => {
  const { point, at } = search;
  return {
    ...(typeof point === 'string' && { point }),
    // The router reads a position as a number.
    ...((typeof at === 'string' || typeof at === 'number') && { at: String(at) }),
  };
};

/** The instant or position that the pages show. Undefined: now. */
export const useAt = (): string | undefined => useSearch({ strict: false, select: (search: Place) => search.at });

/** Goes to another instant or point of the same page. Null: now. */
export const useGo = () => {
  const navigate = useNavigate();
  return useCallback(
    (to: { readonly at?: string | null; readonly point?: string }, replace = false): void => {
      void navigate({
        to: '.',
        replace,
        search: (before: Place) => {
          const { at, ...rest } = { ...before, ...to };
          return at === null || at === undefined ? { ...rest, at: undefined } : { ...rest, at };
        },
      } as never);
    },
    [navigate],
  );
};

/** What an address may name that opens: to open it is a step, which Back takes back. A filter is none. */
const OPENED = ['employee', 'product', 'shift', 'showcase', 'table'];

/** Changes what the address of a page says besides its place; undefined: says it no more. */
export const useChange = <Search extends object>() => {
  const navigate = useNavigate();
  return useCallback(
    (change: Partial<Search>): void => {
      const opens = Object.entries(change).some(([name, value]) => OPENED.includes(name) && value !== undefined);
      void navigate({ to: '.', replace: !opens, search: (before: object) => ({ ...before, ...change }) } as never);
    },
    [navigate],
  );
};
