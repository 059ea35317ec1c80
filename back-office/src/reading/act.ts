import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { CommandFields, CommandName } from '@tillstream/client';
import { useCallback } from 'react';
import { isUnanswered, venue, wordsOf } from '../api.ts';
import { usePoint } from '../points.ts';
import { createCommandIds } from './command-ids.ts';
import { keysOf, readOrderAnew, withOrder } from './keys.ts';
import type { Board, Order } from './types.ts';

interface Shown {
  /** The order before, and as it will most likely be: shown at once, and taken back if the server says no. */
  readonly order?: { readonly before: Order; readonly after: Order };
}

/**
 * Gives a command. What it changes is shown before the server has answered.
 * @returns whether the server has accepted it. If not, its words have been shown.
 */
export const useAct = () => {
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  return useCallback(
    async <Name extends CommandName>(
      name: Name,
      fields: CommandFields<Name>,
      { order }: Shown = {},
    ): Promise<boolean> => {
      const board = keysOf(pointId).board();
      const show = (shown: Order): void => {
        client.setQueryData<Board>(board, (before) => before && withOrder(before, shown));
      };
      if (order) show(order.after);
      try {
        await venue.commands[name](fields);
        return true;
      } catch (error) {
        if (order) show(order.before);
        notifications.show({ color: 'red', message: wordsOf(error), role: 'alert' } as never);
        return false;
      } finally {
        if (order) void readOrderAnew(client, pointId, order.before.order_id);
      }
    },
    [client, pointId],
  );
};

/** Gives a command whose answer or refusal the caller shows, as a form does beside its fields. */
export const sendCommand = <Name extends CommandName>(name: Name, fields: CommandFields<Name>) =>
  ids.give(name, fields, (command_id) => venue.commands[name]({ command_id, ...fields }));

const ids = createCommandIds(isUnanswered);
/** A form that has just been opened calls this: what it sends is meant anew. */
export const beginAnew = ids.forget;
