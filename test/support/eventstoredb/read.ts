import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { LogRecord, MemoryLog } from './log.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  refusal,
  streamName,
  streamNotFoundMessage,
} from './messages.ts';

export type Call = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
type Options = streams.ReadReq.Options;

const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
/** Events a filtered subscription looks at between two checkpoint messages, times the multiplier asked for. */
const SEARCH_WINDOW = 32;

export interface ReadSettings {
  /** Those that go on. */
  readonly subscriptions: Set<Call>;
  /** False: the server hangs. */
  answers(): boolean;
  /** The port of the node that leads, where this one does no more. */
  leader(): number | undefined;
  /** True: the other nodes of its cluster are away, so there is no leader, and this node still shows what it has. */
  isAlone(): boolean;
  /** Before 22.6: events read from a stream carry no position. Before 23.10: no caught-up message. */
  readonly imitates: 'current' | '21.10';
}

/** The RPC Read: of a stream or of `$all`, either way, up to a count, or as a subscription that never ends. */
export const readHandler =
  (log: MemoryLog, settings: ReadSettings): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> =>
  (call) => {
    if (!settings.answers()) return;
    const options = call.request.getOptions()!;
    const answer = options.hasSubscription()
      ? subscribe(call, log, options, settings)
      : options.hasAll()
        ? readAll(call, log, options, settings)
        : readStream(call, log, options, settings);
    answer.then(
      () => call.end(),
      (reason: unknown) => call.emit('error', reason),
    );
  };

/** Refuses a read that only the leader may answer, where this node is not the leader. */
const assertMayAnswer = (call: Call, { leader, isAlone }: ReadSettings): void => {
  if (call.metadata.get('requires-leader')[0] !== 'true') return;
  if (isAlone()) throw refusal(status.UNAVAILABLE, 'Server Is Not Ready');
  const port = leader();
  if (port === undefined) return;
  const endpoint = { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': `${port}` };
  throw refusal(status.NOT_FOUND, 'Leader info available', 'not-leader', endpoint);
};

const readStream = async (call: Call, log: MemoryLog, options: Options, settings: ReadSettings): Promise<void> => {
  assertMayAnswer(call, settings);
  const target = options.getStream()!;
  const name = streamName(target.getStreamIdentifier());
  const records = log.stream(name);
  if (!records) return send(call, streamNotFoundMessage(name));
  const positioned = settings.imitates === 'current';
  const backwards = options.getReadDirection() === BACKWARDS;
  const from = target.hasEnd() ? records.length - 1 : target.hasStart() ? 0 : Number(target.getRevision());
  const picked = backwards ? records.slice(0, from + 1).reverse() : records.slice(from);
  const shown = picked.filter((record) => log.isShown(record));
  for (const record of shown.slice(0, Number(options.getCount()))) await send(call, eventMessage(record, positioned));
};

/** Forwards, the position asked for is included; backwards, it is not: positions are starts of records. */
const readAll = async (call: Call, log: MemoryLog, options: Options, settings: ReadSettings): Promise<void> => {
  assertMayAnswer(call, settings);
  const backwards = options.getReadDirection() === BACKWARDS;
  const step = backwards ? -1 : 1;
  let index = startOf(log, options);
  if (backwards) index--;
  for (let left = Number(options.getCount()); left > 0; left--, index += step) {
    const record = log.records[index];
    if (!record || call.cancelled) return;
    await send(call, eventMessage(record));
  }
};

/** After the position asked for, which is not included: what is there, then what comes. */
const subscribe = async (call: Call, log: MemoryLog, options: Options, settings: ReadSettings): Promise<void> => {
  const wanted = filterOf(options);
  const interval = SEARCH_WINDOW * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);
  const all = options.getAll()!;
  let index = startOf(log, options) + (all.hasPosition() ? 1 : 0);
  let looked = 0;
  let told = false;
  settings.subscriptions.add(call);
  call.on('cancelled', () => settings.subscriptions.delete(call));
  await send(call, confirmationMessage());
  while (isOpen(call)) {
    const record = log.records[index];
    if (record) {
      index++;
      if (wanted(record)) await send(call, eventMessage(record));
      if (++looked % interval === 0 && options.hasFilter()) await send(call, checkpointMessage(record.position));
    } else {
      if (!told && settings.imitates === 'current') await send(call, caughtUpMessage());
      told = true;
      await appended(call, log, index);
    }
  }
};

const startOf = (log: MemoryLog, options: Options): number => {
  const all = options.getAll()!;
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.records.length;
  const index = log.indexOf(Number(all.getPosition()!.getCommitPosition()));
  if (index !== undefined) return index;
  throw refusal(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
};

const filterOf = (options: Options): ((record: LogRecord) => boolean) => {
  const filter = options.getFilter();
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return () => true;
  const text = (record: LogRecord) => (filter.hasEventType() ? record.type : record.stream);
  if (expression.getRegex() === '') {
    const prefixes = expression.getPrefixList();
    return (record) => prefixes.some((prefix) => text(record).startsWith(prefix));
  }
  const regex = new RegExp(expression.getRegex());
  return (record) => regex.test(text(record));
};

const isOpen = (call: Call): boolean => !call.cancelled && !call.writableEnded;

/** Sends no faster than the client reads: waits while the connection's window is full. */
const send = async (call: Call, message: streams.ReadResp): Promise<void> => {
  if (!isOpen(call) || call.write(message)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      call.off('drain', done).off('cancelled', done);
      resolve();
    };
    call.on('drain', done).on('cancelled', done);
  });
};

const appended = (call: Call, log: MemoryLog, index: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      log.changes.off('appended', done);
      call.off('cancelled', done);
      resolve();
    };
    log.changes.on('appended', done);
    call.on('cancelled', done);
    if (call.cancelled || index < log.records.length) done();
  });
