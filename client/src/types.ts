import type { operations, webhooks } from './api-types.ts';

type Json<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : never;

/** Names of operations, as in the document: `placeOrder`. */
export type OperationId = keyof operations;

/** What an operation answers. */
export type Answer<Id extends OperationId> = operations[Id] extends { responses: { 200: infer Success } }
  ? Json<Success>
  : never;

/** The body that an operation takes. */
export type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer Sent }
  ? NonNullable<Json<NonNullable<Sent>>>
  : never;

/** The query that an operation takes. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The query of an operation without what an iterator fills in by itself. */
export type Filter<Id extends OperationId> = Omit<Query<Id>, 'after' | 'after_id' | 'limit' | 'separator' | 'bom'>;

/** The kinds of webhooks: `reservation.created`. */
export type WebhookName = keyof webhooks;

/** A webhook's body, typed by `event`. */
export type WebhookEvent = {
  [Name in WebhookName]: webhooks[Name] extends { post: { requestBody: infer Sent } } ? Json<Sent> : never;
}[WebhookName];
