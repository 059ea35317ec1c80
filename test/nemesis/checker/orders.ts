import { isOk } from '../history.ts';
import type { Rule } from './evidence.ts';
import { onceEach } from './once.ts';

/** Acknowledged orders exist once; refused ones do not. */
export const ordersAreOnce: Rule = ({ history, events }) =>
  onceEach({
    rule: 'orders are once',
    entries: history.filter(({ kind }) => kind === 'order'),
    made: events.filter(({ type }) => type === 'OrderPlaced'),
    idOfEntry: ({ order_id }) => order_id,
    idOfEvent: ({ data }) => data.order_id,
  });

/** What a command was acknowledged for is in the log, and was done once. */
export const commandsAreInLog: Rule = ({ history, events }) => {
  const rule = 'commands are in the log';
  const eventsOf = Map.groupBy(events, ({ command_id }) => command_id);
  const commands = history.filter((entry) => entry.kind === 'command' && isOk(entry));
  const lost = commands.filter(({ command_id, position }) => position !== null && !eventsOf.has(command_id!));
  const printed = events.filter(({ type }) => type === 'KitchenTicketPrinted');
  const lines = Map.groupBy(
    printed.flatMap((event) => (event.data.line_ids as number[]).map((line) => ({ line, event }))),
    ({ line }) => line,
  );
  const doubled = [...Map.groupBy(commands, ({ command_id }) => command_id!).keys()].flatMap((id) => {
    const same = Map.groupBy(eventsOf.get(id) ?? [], ({ stream, type }) => `${stream} ${type}`);
    return [...same].filter(([, those]) => those.length > 1);
  });
  return [
    ...lost.map((entry) => ({ rule, what: `${entry.command} was acknowledged and left nothing`, entries: [entry] })),
    ...doubled.map(([what, those]) => ({ rule, what: `one command recorded ${what} more than once`, events: those })),
    ...[...lines].flatMap(([line, those]) =>
      those.length === 1
        ? []
        : { rule, what: `line ${line} was printed more than once`, events: those.map((it) => it.event) },
    ),
  ];
};
