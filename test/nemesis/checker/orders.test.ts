import { describe, expect, test } from 'vitest';
import { found, historyOf, logOf } from './by-hand.ts';
import { commandsAreInLog, ordersAreOnce } from './orders.ts';

describe('orders are once', () => {
  const placed = (external_id: string, order_id: number) => ({ type: 'OrderPlaced', data: { external_id, order_id } });
  const told = (external_id: string, order_id: number) => ({ external_id, order_id });
  const refused = (external_id: string) => ({ external_id, status: 400, code: 'product_in_stop_list' });

  test('the rule that orders are once holds for orders that were told, repeated, unknown, and refused before they were accepted', () => {
    const history = historyOf(
      ...[told('a', 1), told('a', 1), { external_id: 'b', status: undefined }, refused('c'), told('c', 3)],
      ...[refused('d'), { external_id: 'e', status: 503 }],
    );
    const events = logOf(placed('a', 1), placed('b', 2), placed('c', 3));
    expect(found(ordersAreOnce, { history, events })).toEqual([]);
  });

  test('the rule that orders are once sees an order that is lost', () => {
    expect(found(ordersAreOnce, { history: historyOf(told('a', 1)) })).toEqual([
      'a was acknowledged as 1 and is not in the log',
    ]);
  });

  test('the rule that orders are once sees an order that was made twice, and a repeat that was told another id', () => {
    const history = historyOf(told('a', 1), told('a', 2));
    const events = logOf(placed('a', 1), placed('a', 2));
    expect(found(ordersAreOnce, { history, events })).toEqual([
      'a was made 2 times',
      'a was acknowledged as 2 and is 1 in the log',
    ]);
  });

  test('the rule that orders are once sees an order that was only ever refused', () => {
    const fields = { history: historyOf(refused('a'), refused('a')), events: logOf(placed('a', 1)) };
    expect(found(ordersAreOnce, fields)).toEqual(['a was only ever refused']);
  });
});

describe('commands are in the log', () => {
  const told = (command_id: string, position: number | null) => ({
    kind: 'command' as const,
    command: 'AcceptOrder',
    command_id,
    position,
  });

  test('the rule that commands are in the log holds for one that was recorded, one with nothing to do, and one without an answer', () => {
    const history = historyOf(told('a', 1), told('b', null), { ...told('c', 1), status: undefined });
    expect(found(commandsAreInLog, { history, events: logOf({ command_id: 'a' }) })).toEqual([]);
  });

  test('the rule that commands are in the log sees one that is lost, one that was done twice, and a line that was printed twice', () => {
    const history = historyOf(told('a', 1), told('b', 2));
    const printed = { type: 'KitchenTicketPrinted', data: { line_ids: [7] } };
    const events = logOf({ command_id: 'b' }, { command_id: 'b' }, printed, printed);
    expect(found(commandsAreInLog, { history, events })).toEqual([
      ...['AcceptOrder was acknowledged and left nothing', 'one command recorded a-stream Something more than once'],
      'line 7 was printed more than once',
    ]);
  });
});
