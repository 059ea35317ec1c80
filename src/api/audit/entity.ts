import type { z } from 'zod';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Folding } from '../../projections/as-of/folding.ts';
import { pascalCased } from '../http/name-forms.ts';
import type { ReadAfter, RouteRequest } from '../http/route-request.ts';
import type { Moment } from './at.ts';
import type { HistoryPages } from './read-history.ts';

/** What a view needs to know of the request. */
export type Asker = Pick<RouteRequest, 'brandId' | 'language' | 'signal'>;

/** Something whose history auditors see: folded from events, never from read models. */
export interface AuditedEntity<Params extends z.ZodObject, Folded, State extends z.ZodType> {
  /** `/orders/:order_id` */
  readonly path: string;
  /** `An order`: the summary begins with it. */
  readonly name: string;
  readonly historySummary: string;
  /** Where the description differs for this entity. */
  readonly exception?: string;
  readonly notFoundCode: string;
  /** The read models that are used to find the history and the state. */
  readonly historyAfter?: ReadAfter;
  readonly stateAfter?: ReadAfter;
  readonly params: Params;
  readonly state: State;
  /**
   * All its events in log order, of any brand, page by page. Stops with the signal, because a client that has gone needs no answer.
   */
  read(params: z.output<Params>, brandId: string, signal: AbortSignal): HistoryPages;
  /** Those of the entity's events that count at the moment, if these are not simply its streams up to then. */
  upTo?(events: readonly RecordedEvent[], moment: Moment): readonly RecordedEvent[];
  /** Events of others that the state tells something of, as far as they count at the moment. */
  beside?(events: readonly RecordedEvent[], moment: Moment, asker: Asker): Promise<readonly RecordedEvent[]>;
  readonly folding: Folding<Folded>;
  /** The state as auditors see it; null: there is none. */
  view(folded: Folded, asker: Asker): z.input<State> | null;
  /** An event as the history shows it, if not everything of it may be shown. */
  shown?(event: RecordedEvent): RecordedEvent;
}

/** An entity whose types only its own file knows. */
// biome-ignore lint/suspicious/noExplicitAny: a table of entities holds entities of every type
export type AnyAuditedEntity = AuditedEntity<any, any, any>;

export const defineEntity = <Params extends z.ZodObject, Folded, State extends z.ZodType>(
  entity: AuditedEntity<Params, Folded, State>,
): AnyAuditedEntity => entity;

/** `/payment-types/:payment_type_id` -> `PaymentType`: the entity's name in the names of operations. */
export const entityName = ({ path }: Pick<AnyAuditedEntity, 'path'>): string => {
  const [, plural = ''] = path.split('/');
  return pascalCased(plural.replace(/s$/, ''));
};
