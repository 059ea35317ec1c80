import type { QueryClient } from '@tanstack/react-query';
import { readFloorAnew } from '../reading/floor.ts';
import { keysOf, readBoardAnew, readOrderAnew } from '../reading/keys.ts';
import type { Hint } from './feed.ts';

/** Hints that come together are acted on together. */
const GATHER_MS = 60;
/** With more orders than these the board is read anew as a whole. */
const MANY_ORDERS = 12;
/** What is sold in small numbers changes the stop-list with each sale, and it stands on the board. */
const LIST_MS = 400;
/** Sums of the day move with each cheque: they are read anew at most so often. */
const SUMS_MS = 3_000;

/** Reads anew what the hints of a point's feed name, and nothing else. */
export const createHintTaker = (client: QueryClient, pointId: string) => {
  const keys = keysOf(pointId);
  let orders = new Set<number>();
  let others = new Set<string>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let summing: ReturnType<typeof setTimeout> | undefined;
  let listing: ReturnType<typeof setTimeout> | undefined;

  const readAnew = (queryKey: readonly unknown[]): void => void client.invalidateQueries({ queryKey });

  const act = (): void => {
    gathering = undefined;
    const [ids, kinds] = [orders, others];
    orders = new Set();
    others = new Set();
    if (ids.size > MANY_ORDERS) void readBoardAnew(client, pointId);
    else for (const id of ids) void readOrderAnew(client, pointId, id);
    for (const id of ids) readAnew(keys.order(id));
    if (kinds.has('reservation') || kinds.has('table') || kinds.has('floor')) readFloorAnew(client, pointId);
    if (kinds.has('shift')) void readBoardAnew(client, pointId);
    if (kinds.has('stop_list')) listing ??= setTimeout(list, LIST_MS);
    if (kinds.has('menu') || kinds.has('product') || kinds.has('stop_list')) readAnew(keys.menu);
    if (kinds.has('menu') || kinds.has('product')) readAnew(keys.catalogue);
    if (kinds.has('shift')) readAnew(keys.money);
    if (ids.size > 0 || kinds.has('shift')) summing ??= setTimeout(sum, SUMS_MS);
  };
  const list = (): void => {
    listing = undefined;
    void readBoardAnew(client, pointId);
  };
  const sum = (): void => {
    summing = undefined;
    readAnew(keys.today());
    readAnew(keys.attention);
  };

  return {
    take: ({ entity, entity_id }: Hint): void => {
      if (entity === 'order' && entity_id !== null) orders.add(Number(entity_id));
      else others.add(entity);
      gathering ??= setTimeout(act, GATHER_MS);
    },
    takeAll: (): void => readAnew(keys.point),
    stop: (): void => {
      clearTimeout(gathering);
      clearTimeout(summing);
      clearTimeout(listing);
    },
  };
};
