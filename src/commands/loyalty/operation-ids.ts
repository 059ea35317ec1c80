import { derivedUuid } from '../loop/envelope.ts';

/** The ids of calls to the loyalty service. The same thing always has the same id, so that it counts once. */

/** `ordinal`: of the hold. */
export const holdOperationId = (
  orderId: number,
  ordinal: number,
  customerId: string | number,
  amount: number,
): string => derivedUuid('loyalty hold', orderId, ordinal, customerId, amount);

/** `closing`: the number of the cheque's closing, from 1. */
export const commitOperationId = (orderId: number, closing: number): string =>
  derivedUuid('loyalty commit', orderId, closing);

export const refundOperationId = (returnId: number): string => derivedUuid('loyalty refund', returnId);

export const cancelOperationId = (cancelledId: string): string => derivedUuid('loyalty cancel', cancelledId);

/** The service knows a cheque by a UUID. */
export const chequeUuid = (orderId: number): string => derivedUuid('loyalty cheque', orderId);
