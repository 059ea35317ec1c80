import { status } from '@grpc/grpc-js';
import { codeOf, toError } from '../../database/thrown.ts';
import type { StoreUnavailable } from '../event-store.ts';

const AUTHENTICATION: Readonly<Record<number, string>> = {
  [status.PERMISSION_DENIED]:
    'the server denies access: the user in the address (esdb://user:password@host:port) needs the right to read and write all streams',
  [status.UNAUTHENTICATED]: 'the server does not accept the user name and the password in the address',
};

/** From the texts of Node and gRPC. The first that matches counts. */
const CONNECTION: readonly (readonly [RegExp, string])[] = [
  [/altnames/i, "the server's certificate is for another name than the one in the address"],
  [/certificate has expired/i, "the server's certificate has expired"],
  [
    /certificate|unable to get (local )?issuer/i,
    "the server's certificate is of no known CA: name the file of its CA by tlsCAFile= in the address",
  ],
  [
    /wrong version number|packet length|EPROTO|SSL routines/i,
    'the server does not speak TLS: add tls=false to the address',
  ],
  [/ENOTFOUND|EAI_AGAIN|name resolution/i, 'the host in the address is not known'],
  // What some nodes of a cluster say while they start is not the reason.
  [
    /failed to discover(?!.*(failed to connect|socket hang up|ECONNRESET))/i,
    'no node of the cluster answers, or none is the leader yet',
  ],
  [/ECONNREFUSED/i, 'no server listens at the address'],
  [
    /failed to connect|socket hang up|ECONNRESET/i,
    'the server closes the connection: with tls=false in the address it may want TLS',
  ],
];

/**
 * Why a new store cannot be reached, for the person who wrote its address. Without the client's own message: it may
 * repeat parts of the address, and so of a password.
 */
export const whyUnavailable = ({ cause }: StoreUnavailable): string => {
  const denied = AUTHENTICATION[Number(codeOf(cause))];
  const text = toError(cause).message;
  return denied ?? CONNECTION.find(([told]) => told.test(text))?.[1] ?? 'the server does not answer';
};

const OF_SETTINGS = /altnames|certificate|issuer|wrong version number|packet length|EPROTO|SSL routines/i;

/** Whether a new store may be there later, with the same address: no user, certificate or TLS setting is wrong. */
export const mayComeBack = ({ cause }: StoreUnavailable): boolean =>
  cause !== undefined && !(Number(codeOf(cause)) in AUTHENTICATION) && !OF_SETTINGS.test(toError(cause).message);
