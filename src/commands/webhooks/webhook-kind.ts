import type { z } from 'zod';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { KEY_PERMISSIONS } from '../../domain/keys/events.ts';

/** Which partners of the event's brand are told: the one whose it is, all but that one, or all. */
export type Hearers = { readonly only: string } | { readonly except: string } | 'all';

/** Something to tell. */
export interface Notice<Data = unknown> {
  readonly to: Hearers;
  /** A key for some points is told of those. Null: of the brand as a whole, and such a key is told nothing. */
  readonly point_id: string | null;
  /** IANA zone of `occurred_at`. Left out: the point's as of now, or UTC where there is no point. */
  readonly timezone?: string;
  readonly data: Data;
}

/** For what an event does not say itself. Each reads a stream: not for what happens many times a second. */
export interface WebhookViews {
  /** The aggregate of the event itself, right after it. */
  stateThen<State, Event extends DomainEvent>(
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  ): Promise<State>;
  /** Another aggregate, as of now: it may be newer than the event. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<State>;
  /** The zone of a point, as of now. */
  timezoneOf(pointId: string): Promise<string>;
}

/** One of the calls that partners can get. */
export interface WebhookKind<Type extends EventType = EventType, Schema extends z.ZodType = z.ZodType> {
  /** Its name: in the call, in ConfigureWebhook and in the documentation. Never rename it. */
  readonly event: string;
  /** One line for the documentation: when it is told. */
  readonly summary: string;
  /** Of `data`, for the documentation and the tests. */
  readonly data: Schema;
  /** Types of the events it is made from. */
  readonly types: readonly Type[];
  /** What the key needs beside `table_booking`, without which no webhook runs. */
  readonly permission?: (typeof KEY_PERMISSIONS)[number];
  /** The read model that has to show the event before it is told, so that GET does not lag behind; null: none. */
  readonly shown_by: string | null;
  /**
   * How the ids of its calls are made. `together`: counted over all such kinds that an event is told as, in their order, as
   * ids were made before there were kinds. Ids must stay: a new kind leaves this out.
   */
  readonly numbered?: 'together';
  /** What the event tells whom: nothing, or one call or more for each who hears it. */
  tells(
    event: EventOf<Type>,
    views: WebhookViews,
  ): readonly Notice<z.input<Schema>>[] | Promise<readonly Notice<z.input<Schema>>[]>;
}

/** The types end here: who follows the log knows events by their names, and gives each kind those of its own. */
export const defineWebhookKind = <Type extends EventType, Schema extends z.ZodType>(
  kind: WebhookKind<Type, Schema>,
): WebhookKind => kind as unknown as WebhookKind;
