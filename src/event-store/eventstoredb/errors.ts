import { type ServiceError, status } from '@grpc/grpc-js';
import { codeOf } from '../../database/thrown.ts';
import { StoreUnavailable } from '../event-store.ts';
import { hostOf } from './connection/address.ts';

export const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable('the event store can not be reached, or did not answer', { cause: error });

/** As gRPC reports what the server said, or that it can not be reached. */
export const isOfServer = (error: unknown): boolean => error instanceof Error && 'details' in error;

/** The node that was asked is not the leader, and names the leader. */
export const isNotLeader = (error: unknown): boolean =>
  (error as Partial<ServiceError> | null)?.metadata?.get('exception')[0] === 'not-leader';

/** The leader that a node named which is not it; undefined for any other error. */
export const leaderNamedBy = (error: unknown): string | undefined => {
  if (!isNotLeader(error)) return undefined;
  const { metadata } = error as ServiceError;
  const [host, port] = [metadata.get('leader-endpoint-host')[0], metadata.get('leader-endpoint-port')[0]];
  return host === undefined ? undefined : hostOf(String(host), Number(port));
};

/** The connection broke, or the server takes no requests now. Calls that we cancelled say nothing of the server. */
export const meansReconnect = (error: unknown): boolean =>
  codeOf(error) === status.UNAVAILABLE ||
  (codeOf(error) === status.CANCELLED && (error as ServiceError).details !== 'Cancelled on client');

/** No record begins at this position. The server says so, or (depending on its data) reports an error in reading it. */
export const mayBeInvalidPosition = (error: unknown): boolean =>
  codeOf(error) === status.INVALID_ARGUMENT || codeOf(error) === status.UNKNOWN;
