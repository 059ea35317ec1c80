import { useState } from 'react';
import type { Order } from '../reading/types.ts';

/** Orders that the page has shown, with the status it showed. One Map, so that a card that scrolls away is not new again. */
const seen = new Map<number, Order['status']>();
const startedAt = performance.now();

/** What stood there when the page opened is not new. */
const SETTLING_MS = 3_000;

/** Whether the order has just come in, or has just come into this lane: it is marked for a moment. */
export const useFresh = ({ order_id, status }: Order): boolean => {
  const [isFresh] = useState(() => {
    const before = seen.get(order_id);
    seen.set(order_id, status);
    return before !== status && performance.now() - startedAt > SETTLING_MS;
  });
  return isFresh;
};
