import type { LookupFunction } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { WebhookKind } from '../commands/webhooks/webhook-kind.ts';
import { ANSWER_WITHIN_MS, createPool } from '../database/connection.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Subjects } from '../personal/subjects.ts';
import { allProcesses } from '../processes/all-processes.ts';
import { createProcessRunner } from '../processes/engine/runner.ts';
import { createErasures } from '../processes/erasure/erasures.ts';
import type { Forgetting } from '../processes/erasure/forgetting.ts';
import { createLoyalty } from '../processes/loyalty/loyalty.ts';
import { createOutbound } from '../processes/outbound/outbound.ts';
import type { Transport } from '../processes/outbound/transport.ts';
import { createDueVacuums } from '../processes/personal/due-vacuums.ts';
import { createKeyRotation } from '../processes/personal/key-rotation.ts';
import { createLostKeys } from '../processes/personal/lost-keys.ts';
import { createCheckpointFile } from '../processes/transparency/checkpoint-file.ts';
import { createLogProof } from '../processes/transparency/log-proof.ts';
import { createTreeFollower } from '../processes/transparency/tree-follower.ts';
import { createWitness } from '../processes/transparency/witness.ts';
import { createWebhooks } from '../processes/webhooks/webhooks.ts';
import { createCheckpoints } from '../transparency/checkpoints.ts';
import type { WriteSide } from './write-side.ts';

/** For all tickers, the queue of calls, and the tree. While they wait for a lock or a slow server, requests have their own. */
const CONNECTIONS = 4;

export interface ActingSideOptions {
  readonly databaseUrl: string;
  /** Of the requests. */
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** The same events as they are stored. */
  readonly stored: EventStore;
  /** Throws while the log is not whole, or another one: see log-guard.ts. */
  assertWhole(): void;
  readonly subjects: Subjects;
  readonly forgetting: Forgetting;
  readonly writeSide: WriteSide;
  readonly webhookKinds: readonly WebhookKind[];
  readonly transport: Transport;
  /** Up to which log position a read model shows the changes. */
  readonly shownPosition: (readModel: string) => number;
  /** Milliseconds before each further attempt at a call. */
  readonly pauses: { readonly webhooks: readonly number[]; readonly loyalty: readonly number[] };
  /** Milliseconds until what is no longer needed is deleted. */
  readonly retention: { readonly deliveries: number; readonly commands: number };
  /** The seed of the key that signs the log. */
  readonly signingSeed: string;
  readonly witnessUrl: string | undefined;
  readonly checkpointFile: string | undefined;
  readonly lookup: LookupFunction | undefined;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What acts on events or on time, without a request: webhooks, calls to loyalty services, timers, repairs, proofs of the log. */
export const openActingSide = (options: ActingSideOptions) => {
  const { databaseUrl, pool, store, stored, subjects, forgetting, transport, pauses, clock, log } = options;
  const { handler, units, charges, clients, lookups, points } = options.writeSide;
  const { webhookKinds: kinds, shownPosition, witnessUrl, checkpointFile, signingSeed: seed, lookup } = options;
  const connections = { max: CONNECTIONS, name: 'tillstream-tickers', timeoutMs: ANSWER_WITHIN_MS };
  const ownPool = createPool(databaseUrl, connections);
  const webhooks = createWebhooks({
    pool: ownPool,
    store,
    handler,
    clock,
    kinds,
    shownPosition,
    pauses: pauses.webhooks,
  });
  const loyalty = createLoyalty({ pool: ownPool, store, handler, clock, pauses: pauses.loyalty });
  const channels = [webhooks.channel, loyalty.channel];
  const outbound = createOutbound({
    pool: ownPool,
    transport,
    channels,
    clock,
    log,
    retentionMs: options.retention.deliveries,
  });
  const checkpointsOver = (of: pg.Pool) =>
    createCheckpoints({ pool: of, seed, hasWitness: witnessUrl !== undefined, clock, log });
  const processes = createProcessRunner({
    ...allProcesses({
      pool: ownPool,
      store,
      stored,
      handler,
      units,
      charges,
      clients,
      lookups,
      points,
      webhooks,
      loyalty,
      outbound,
      clock,
      logTickers: [
        createLogProof({
          stored,
          follower: createTreeFollower({ pool: ownPool, stored, log }),
          checkpoints: checkpointsOver(ownPool),
        }),
        ...(checkpointFile === undefined
          ? []
          : [createCheckpointFile({ path: checkpointFile, checkpoints: checkpointsOver(ownPool), log })]),
        ...(witnessUrl ? [createWitness({ pool: ownPool, url: witnessUrl, log, lookup })] : []),
      ],
      personalTickers: [
        createKeyRotation({ subjects, log }),
        createLostKeys({ pool: ownPool, stored, assertWhole: options.assertWhole, log }),
        createDueVacuums({ pool: ownPool, url: databaseUrl }),
      ],
      erasures: createErasures({ pool: ownPool, store, handler, forgetting, subjects }),
      commandRetentionMs: options.retention.commands,
    }),
    store,
    pool,
    url: databaseUrl,
    clock,
    log,
  });
  return {
    webhooks,
    outbound,
    /** For requests of auditors. */
    checkpoints: checkpointsOver(pool),
    processes,
    /** First the processes, which hand over calls; then the calls under way. */
    close: async (): Promise<void> => {
      try {
        await processes.stop();
      } finally {
        await outbound.close().finally(() => ownPool.end());
      }
    },
  };
};
