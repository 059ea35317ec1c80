import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { uuid } from '../../../commands/fields/fields.ts';
import { forbidden, notFound } from '../../../domain/refusal.ts';
import { type Condition, type ListSource, readEntry, readPage } from '../../../projections/lists/read-list.ts';
import { queryAfter, queryBoolean, queryId, queryLimit, queryUuid } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { preserialised } from '../../http/route-answer.ts';
import type { ReadAfter, RouteRequest } from '../../http/route-request.ts';
import { requirePoint } from '../../points.ts';

type Asked = Readonly<Record<string, unknown>>;
type ListRequest = Pick<RouteRequest, 'caller' | 'brandId' | 'query'>;

/** An entry as its table has it: the fields of its command under their names, and what its state is made from. */
export type EntryRow = Readonly<Record<string, unknown>>;

export interface ListFilter {
  readonly query: z.ZodType;
  /** The condition; `?` stands for the value. Left out: the filter says what is shown of entries, not which. */
  readonly sql?: string;
}

/** A list of what the brand has defined, for the venue's keys and people. */
export interface VenueList {
  /** `PaymentType`: the routes are listVenuePaymentTypes and getVenuePaymentType. */
  readonly thing: string;
  readonly things?: string;
  /** `payment-types`; entries come in the field `payment_types`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** The command that takes an entry as it is shown. Left out: none does. */
  readonly command?: string;
  /** The fields of an entry, as its command takes them; the first is its id. */
  readonly entry: z.ZodObject;
  readonly source: ListSource;
  /** What the entry is beside what its command says, for all entries of a page. */
  readonly state?: {
    readonly schema: z.ZodObject;
    of(pool: pg.Pool, rows: readonly EntryRow[], request: ListRequest): Promise<readonly object[]>;
  };
  /**
   * What callers for some points see: what this condition lets through, whose `?` is their points; everything; or nothing,
   * as such a caller may not act on it either.
   */
  readonly atPoints: { readonly sql: string } | 'everything' | 'nothing';
  readonly filters?: Readonly<Record<string, ListFilter>>;
  readonly readAfter: ReadAfter;
  /** The refusal for an id that the caller's brand does not have. */
  readonly notFound: string;
  /** The most entries of a page, and how many unless told. */
  readonly limits?: readonly [most: number, unlessTold: number];
}

const USUAL_LIMITS = [1_000, 100] as const;

const SENT_BACK = 'can be sent back as it is, which changes nothing';

/** The two readings of a list: its pages, and one entry. */
export const listRoutes = (pool: pg.Pool, list: VenueList): Route[] => {
  const { thing, things = `${thing}s`, path, source, filters = {}, command } = list;
  const name = path.replaceAll('-', '_');
  const idField = Object.keys(list.entry.shape)[0]!;
  const isUuid = list.entry.shape[idField] instanceof z.ZodUUID;
  const [most, unlessTold] = list.limits ?? USUAL_LIMITS;
  const canRetire = source.retired !== undefined;
  const state = canRetire ? withRetired(list.state?.schema) : list.state?.schema;
  const entry = state ? list.entry.extend({ state }) : list.entry;
  const common = {
    method: 'get',
    audience: 'venue',
    tags: [list.tag],
    readAfter: list.readAfter,
    hasEtag: true,
  } as const;
  const description = command && `An entry has the fields of ${command}: it ${SENT_BACK}.`;

  const view = async (rows: readonly EntryRow[], request: ListRequest): Promise<readonly object[]> => {
    const states = await list.state?.of(pool, rows, request);
    return rows.map((row, index) => {
      const fields = Object.keys(list.entry.shape).map((field) => [field, row[field]] as const);
      const shown = { ...(canRetire && { is_retired: row.is_retired }), ...states?.[index] };
      return { ...Object.fromEntries(fields), ...(state && { state: shown }) };
    });
  };

  return [
    defineRoute({
      ...common,
      operationId: `listVenue${things}`,
      path: `/${path}`,
      summary: list.summary,
      ...(description && { description }),
      query: z.object({
        ...Object.fromEntries(Object.entries(filters).map(([filter, { query }]) => [filter, query.optional()])),
        ...(canRetire && { retired: queryBoolean().default(false).meta(RETIRED) }),
        after_id: isUuid ? queryUuid().optional().meta(AFTER_UUID) : queryAfter(),
        limit: queryLimit(most, unlessTold),
      }),
      responses: {
        200: z.object({
          [name]: z.array(entry),
          has_more: z.boolean(),
          next_after_id: (isUuid ? z.uuid() : z.int()).nullable(),
        }),
      },
      ...('point_id' in filters && { errors: [404] }),
      handler: async (request) => {
        const { after_id, limit, ...asked } = request.query as Asked & { after_id?: string | number; limit: number };
        if (typeof asked.point_id === 'string') await requirePoint(pool, request, asked.point_id);
        const question = {
          brandId: request.brandId,
          conditions: [
            ...scopeOf(list, request),
            ...conditionsOf(filters, asked),
            ...(canRetire ? [{ sql: `(${source.retired} is true) = ?`, value: asked.retired }] : []),
          ],
          after: after_id ?? null,
          limit: limit + 1,
        };
        const rows = await readPage<EntryRow>(pool, sourceOf(list, idField), question);
        const has_more = rows.length > limit;
        const shown = rows.slice(0, limit);
        const next_after_id = has_more ? shown.at(-1)![idField] : null;
        return tagged({ [name]: await view(shown, request), has_more, next_after_id });
      },
    }),
    defineRoute({
      ...common,
      operationId: `getVenue${thing}`,
      path: `/${path}/:${source.id}`,
      summary: `One entry: ${list.summary[0]!.toLowerCase()}${list.summary.slice(1)}`,
      ...(description && { description }),
      params: z.object({ [source.id]: isUuid ? uuid() : queryId() }),
      responses: { 200: entry },
      errors: [404],
      handler: async (request) => {
        const id = (request.params as Asked)[source.id] as string | number;
        const { caller, brandId } = request;
        const own = { brandId, conditions: scopeOf(list, request) };
        const row = await readEntry<EntryRow>(pool, sourceOf(list, idField), own, id);
        if (!row) throw notFound(list.notFound);
        return tagged((await view([row], { caller, brandId, query: {} }))[0]!);
      },
    }),
  ];
};

const withRetired = (state: z.ZodObject = z.object({})): z.ZodObject =>
  z.object({ is_retired: z.boolean().meta({ description: 'Whether nobody can choose it any more' }), ...state.shape });

const RETIRED = { type: 'boolean', default: false, description: 'Those that are retired, in place of those in use' };

const AFTER_UUID = { description: 'Those with a greater id: the last of the page before; none for the first page' };

const sourceOf = ({ source }: VenueList, idField: string): ListSource =>
  idField === source.id ? source : { ...source, columns: [`${source.id} as ${idField}`, ...source.columns] };

/** Throws points_forbidden (403) where only callers for the whole brand may look. */
const scopeOf = ({ atPoints }: VenueList, { caller: { point_ids } }: ListRequest): Condition[] => {
  if (point_ids === null || atPoints === 'everything') return [];
  if (atPoints === 'nothing') throw forbidden('points_forbidden');
  return [{ sql: atPoints.sql, value: point_ids }];
};

const conditionsOf = (filters: Readonly<Record<string, ListFilter>>, asked: Asked): Condition[] =>
  Object.entries(filters).flatMap(([name, { sql }]) =>
    sql === undefined || asked[name] === undefined ? [] : [{ sql, value: asked[name] }],
  );

/** An answer with the tag of its bytes: whoever has the same already gets 304. */
const tagged = (body: object) => {
  const bytes = Buffer.from(JSON.stringify(body));
  return preserialised(bytes, createHash('sha256').update(bytes).digest('base64url'));
};
