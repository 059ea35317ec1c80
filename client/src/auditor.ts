import type { paths } from './api-types.ts';
import { createAuditedPoints } from './audited-points.ts';
import { type CallOptions, type ConnectionOptions, connect, dataOf } from './connection.ts';
import { after, allPages, type Rows } from './pages.ts';
import type { Answer, Filter, Query } from './types.ts';

/** Events of a page. */
const PAGE = 1_000;

type HistoryPath = Extract<keyof paths, `/audit/v1/${string}/{${string}}/history`>;

/** Kinds of entities: `orders`, `employees`. */
export type EntityName = HistoryPath extends `/audit/v1/${infer Name}/{${string}}/history` ? Name : never;

type Get<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
type Of<Name extends EntityName, End extends string> = Get<Extract<keyof paths, `/audit/v1/${Name}/{${string}}${End}`>>;

/** What an auditor may ask of one entity. */
export interface AuditedEntity<Name extends EntityName> {
  /** Its events, from the first on. */
  history(options?: CallOptions): Promise<Of<Name, '/history'>>;
  /** Its state as of an instant or a log position; now unless told. */
  at(moment?: string | number, options?: CallOptions): Promise<Of<Name, ''>>;
  /** Its state, and for each field the event that made it what it is. */
  blame(moment?: string | number, options?: CallOptions): Promise<Of<Name, '/blame'>>;
  /** What changed between two moments; until now unless told. */
  diff(from: string | number, to?: string | number, options?: CallOptions): Promise<Of<Name, '/diff'>>;
}

/**
 * The API for an auditor.
 *
 * @example
 * ```ts
 * const auditor = createAuditor({ baseUrl: 'https://till.example.com', apiKey: process.env.AUDITOR_KEY });
 * const { events } = await auditor.entity('orders', 15).history();
 * ```
 */
export const createAuditor = (options: ConnectionOptions) => {
  const connection = connect(options);
  const { api, safe } = connection;

  const ask = (path: string, query: object, call?: CallOptions): Promise<never> =>
    dataOf(api.GET(path as '/audit/v1/events', { params: { query }, ...safe(call) })) as Promise<never>;

  return {
    /**
     * Events in log order, page after page by themselves.
     *
     * @example
     * ```ts
     * for await (const { type, recorded_at } of auditor.events({ type: 'OrderPlaced' })) console.log(recorded_at, type);
     * ```
     */
    events: (
      query: Filter<'listAuditEvents'> & { readonly after?: number } = {},
      options?: CallOptions,
    ): Rows<Answer<'listAuditEvents'>['events']> =>
      allPages(async (after_position: number | undefined = query.after) => {
        const place = after_position === undefined ? {} : { after: after_position };
        const asked = { query: { ...query, limit: PAGE, ...place } };
        const page = await dataOf(api.GET('/audit/v1/events', { params: asked, ...safe(options) }));
        return { rows: page.events, next: after(page.has_more, page.next_after) };
      }),

    /**
     * How many events a search finds, by when they were recorded.
     *
     * @example
     * ```ts
     * const { total, buckets } = await auditor.counts({ type: 'ItemRemoved', from, to, buckets: 24 });
     * ```
     */
    counts: (query: Query<'countAuditEvents'>, options?: CallOptions): Promise<Answer<'countAuditEvents'>> =>
      dataOf(api.GET('/audit/v1/events/counts', { params: { query }, ...safe(options) })),

    /**
     * One entity: its history, its state at a moment, who made it what it is.
     *
     * @example
     * ```ts
     * const { state } = await auditor.entity('orders', 15).at('2026-03-02T12:00:00+05:00');
     * ```
     */
    entity: <Name extends EntityName>(name: Name, id: string | number): AuditedEntity<Name> => {
      const path = `/audit/v1/${name}/${encodeURIComponent(id)}`;
      const when = (moment: string | number | undefined) => (moment === undefined ? {} : { at: String(moment) });
      return {
        history: (call) => ask(`${path}/history`, {}, call),
        at: (moment, call) => ask(path, when(moment), call),
        blame: (moment, call) => ask(`${path}/blame`, when(moment), call),
        diff: (from, to, call) => ask(`${path}/diff`, { from, ...(to !== undefined && { to }) }, call),
      };
    },

    /** One restaurant, as it was at a moment. */
    points: createAuditedPoints(connection),

    /** Proofs that the log is what it was. docs/auditors.md says how to check them. */
    proofs: {
      /**
       * That an event is in the log of so many events.
       *
       * @example
       * ```ts
       * const { leaf, path } = await auditor.proofs.inclusion({ position: event.position });
       * ```
       */
      inclusion: (query: Query<'proveInclusion'>, options?: CallOptions): Promise<Answer<'proveInclusion'>> =>
        dataOf(api.GET('/audit/v1/log/inclusion', { params: { query }, ...safe(options) })),

      /**
       * That a log of so many events is the beginning of a larger one.
       *
       * @example
       * ```ts
       * const { path } = await auditor.proofs.consistency({ from: kept.size, to: checkpoint.size });
       * ```
       */
      consistency: (query: Query<'proveConsistency'>, options?: CallOptions): Promise<Answer<'proveConsistency'>> =>
        dataOf(api.GET('/audit/v1/log/consistency', { params: { query }, ...safe(options) })),

      /**
       * The signed head of the log; `new`: of what is in the log now.
       *
       * @example
       * ```ts
       * const checkpoint = await auditor.proofs.checkpoint();
       * ```
       */
      checkpoint: (query: Query<'getLogCheckpoint'> = {}, options?: CallOptions): Promise<Answer<'getLogCheckpoint'>> =>
        dataOf(api.GET('/audit/v1/log/checkpoint', { params: { query }, ...safe(options) })),

      /**
       * All signed heads, from the first on.
       *
       * @example
       * ```ts
       * for await (const checkpoint of auditor.proofs.checkpoints()) await keep(checkpoint);
       * ```
       */
      checkpoints: (
        query: Filter<'listLogCheckpoints'> = {},
        options?: CallOptions,
      ): Rows<Answer<'listLogCheckpoints'>['checkpoints']> =>
        allPages(async (after_size?: number) => {
          const asked = { query: { ...query, ...(after_size !== undefined && { after: after_size }) } };
          const page = await dataOf(api.GET('/audit/v1/log/checkpoints', { params: asked, ...safe(options) }));
          return { rows: page.checkpoints, next: after(page.has_more, page.next_after) };
        }),

      /**
       * The public key that checkpoints are signed with.
       *
       * @example
       * ```ts
       * const key = await auditor.proofs.key();
       * ```
       */
      key: (options?: CallOptions): Promise<Answer<'getLogKey'>> =>
        dataOf(api.GET('/audit/v1/log/key', { ...safe(options) })),
    },

    /** Any path of the API, typed, with the token: for what has no method here. Sent once; errors are thrown. */
    api,
  };
};

/** What {@link createAuditor} makes. */
export type Auditor = ReturnType<typeof createAuditor>;
