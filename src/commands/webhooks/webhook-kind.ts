import type { z } from 'zod';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { KEY_PERMISSIONS } from '../../domain/keys/events.ts';

/** Which partners of the event's brand get a call: the one whose it is, all but that one, or all. */
export type Hearers = { readonly only: string } | { readonly except: string } | 'all';

/** Something to tell. */
export interface Notice<Data = unknown> {
  readonly to: Hearers;
  /**
   * A key for some points gets calls about those points. Null: it concerns the whole brand, and such a key gets no
   * call.
   */
  readonly point_id: string | null;
  /** IANA zone of `occurred_at`. Left out: the point's as of now, or UTC without a point. */
  readonly timezone?: string;
  readonly data: Data;
}

/**
 * Look-ups for what an event does not contain. Each reads a stream: not for something that happens many times a second.
 */
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
  /** Its name in the call, in ConfigureWebhook and in the documentation. Never rename it. */
  readonly event: string;
  /** One line for the documentation: when it is sent. */
  readonly summary: string;
  /** The schema of `data`, for the documentation and the tests. */
  readonly data: Schema;
  /** Types of the events that cause it. */
  readonly types: readonly Type[];
  /** The permission that the key needs beside `table_booking`, without which no webhook is sent. */
  readonly permission?: (typeof KEY_PERMISSIONS)[number];
  /** The read model that has to show the event before the call goes out, so that GET is not behind; null: none. */
  readonly shown_by: string | null;
  /**
   * How the ids of its calls are made. `together`: numbered over all such kinds of an event, in their order, as ids
   * were made before there were kinds. Ids must stay the same: a new kind leaves this out.
   */
  readonly numbered?: 'together';
  /** The calls of an event: none, or one or more for each key that gets it. */
  tells(
    event: EventOf<Type>,
    views: WebhookViews,
  ): readonly Notice<z.input<Schema>>[] | Promise<readonly Notice<z.input<Schema>>[]>;
}

/**
 * The typed part ends here: followers of the log know events by their names, and each kind gets those of its own types.
 */
export const defineWebhookKind = <Type extends EventType, Schema extends z.ZodType>(
  kind: WebhookKind<Type, Schema>,
): WebhookKind => kind as unknown as WebhookKind;
