import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import type { EventStore } from './event-store/event-store.ts';
import type { SmsOutbox } from './sms/outbox.ts';
import type { SmsGateway } from './sms/sms-gateway.ts';

export interface TillstreamOptions {
  readonly databaseUrl: string;
  /** EventStoreDB; left out, the event log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  readonly jwtSecret: string;
  /** Signing secrets are sealed under it; left out, under `jwtSecret`. */
  readonly secretsKey?: string | undefined;
  readonly platformApiKey: string;
  /** Api keys that are good for nothing here, whatever the log says of them. */
  readonly refusedApiKeys?: readonly string[];
  /** Whether this process applies the read models; it answers requests in any case. */
  readonly runProjections: boolean;
  /** Whether this process runs what acts on events and on time, or stands by for it. */
  readonly runProcesses: boolean;
  /** Who carries SMS codes; left out, they wait in the outbox, or nobody sends any. */
  readonly sms?: SmsGateway | undefined;
  readonly smsOutbox?: SmsOutbox | undefined;
  /** Milliseconds before each further attempt at a webhook. */
  readonly webhookPauses?: readonly number[];
  /** The most that a venue may give a key. */
  readonly maxRequestsPerMinute?: number;
  /** Milliseconds after its last attempt until what a webhook told is deleted. */
  readonly webhookRetention?: number;
  /** Milliseconds until the kept result of a command is deleted. */
  readonly commandRetention?: number;
  /** Whether webhooks may go to http and to addresses that are not public. */
  readonly outboundAllowPrivate?: boolean;
  /** Finds the addresses of webhooks' names; left out, as the machine is set up. */
  readonly lookup?: LookupFunction | undefined;
  /** For tests: how long keys in memory count, and how long a request waits for the database to confirm them. */
  readonly keyLease?: { readonly leaseMs?: number; readonly patienceMs?: number };
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly newUuid?: () => string;
  /** For whoever knows more of the log than a process among others may assume. */
  readonly wrapStore?: (store: EventStore) => EventStore;
}
