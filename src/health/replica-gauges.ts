import type { Registry } from 'prom-client';
import type { ReplicaStatus, Replicas } from '../database/replicas/replicas.ts';
import { gaugeOf } from '../metrics/make.ts';

/** How the replicas of the database are, as gauges. Nothing where there are none. */
export const watchReplicas = (replicas: Pick<Replicas, 'status'>, registry: Registry): void => {
  const each = (read: (status: ReplicaStatus) => number | null) => () =>
    replicas.status().flatMap((status) => {
      const value = read(status);
      return value === null ? [] : [[{ replica: status.name }, value] as const];
    });
  gaugeOf(
    registry,
    'replica_in_use',
    each(({ in_use }) => Number(in_use)),
  );
  gaugeOf(
    registry,
    'replica_lag_seconds',
    each(({ lag_ms }) => lag_ms && lag_ms / 1_000),
  );
};
