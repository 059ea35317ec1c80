import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePoint } from '../../points.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Times that end now, by name: an address that says one moves on with the days. */
export const LAST = {
  hour: 60 * MINUTE_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 90 * DAY_MS,
  year: 365 * DAY_MS,
} as const;
export type Last = keyof typeof LAST;

/** What is searched for, as it stands in the address. */
export interface AuditSearch {
  readonly last?: Last;
  /** Instants, in the place of `last`. */
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
  readonly type?: string;
  readonly entity?: string;
  readonly id?: string;
  /** At the point of the header alone. */
  readonly here?: boolean;
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
const instantOf = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const searchOf = (search: Readonly<Record<string, unknown>>): AuditSearch => {
  const [from, to] = [instantOf(search.from), instantOf(search.to)];
  return {
    ...(typeof search.last === 'string' && search.last in LAST && { last: search.last as Last }),
    ...(from !== undefined && to !== undefined && Date.parse(from) < Date.parse(to) && { from, to }),
    ...Object.fromEntries(
      (['person', 'type', 'entity', 'id'] as const).flatMap((name) => {
        const text = textOf(search[name]);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    ...(search.here === true && { here: true }),
  };
};

/** The filter of the address, and what changes it. */
export const useAuditSearch = () => {
  const navigate = useNavigate();
  const search = useSearch({ strict: false, select: searchOf, structuralSharing: true } as never) as AuditSearch;
  const set = (change: Partial<Record<keyof AuditSearch, AuditSearch[keyof AuditSearch] | undefined>>): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }) } as never);
  return { search, set };
};

/** The filter as the API takes it. */
export const useFilter = ({ person, type, entity, id, here }: AuditSearch) => {
  const { id: pointId } = usePoint();
  return {
    ...(person !== undefined && { actor: person }),
    ...(type !== undefined && { type }),
    ...(entity !== undefined && { entity, ...(id !== undefined && { entity_id: id }) }),
    ...(here && { point_id: pointId }),
  };
};

export type AuditFilter = ReturnType<typeof useFilter>;

/** The time that is searched through, in milliseconds since the epoch. */
export const timeOf = ({ last = 'day', from, to }: AuditSearch, now: number) =>
  from !== undefined && to !== undefined
    ? { from: Date.parse(from), to: Date.parse(to) }
    : { from: now - LAST[last], to: now + 1_000 };
