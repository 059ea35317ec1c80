export { type AuditedEntity, type Auditor, createAuditor, type EntityName } from './auditor.ts';
export type { Change, ChangeCursor, ChangesFrom } from './changes.ts';
export type { BatchedCommand, CommandAnswer, CommandFields, CommandName, Commands } from './commands.ts';
export type { CallOptions, ConnectionOptions } from './connection.ts';
export { TillstreamError } from './errors.ts';
export type { ListenFrom, OrderEvent, PointChange, StreamFrom } from './order-stream.ts';
export type { OrderChange } from './orders.ts';
export type { ReservationChange } from './reservations.ts';
export { createTillstream, type Tillstream } from './tillstream.ts';
export type { Answer, Body, OperationId, Query, WebhookEvent, WebhookName } from './types.ts';
export { createVenue, type Venue } from './venue.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
  type WebhookProblem,
} from './webhooks.ts';
