import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, type status } from '@grpc/grpc-js';
import type { LogRecord } from './log.ts';

const { ReadEvent, SubscriptionConfirmation, Checkpoint, CaughtUp, StreamNotFound } = streams.ReadResp;

/** What servers before 22.6 send as the position of events read from a stream: the largest unsigned number. */
const NO_POSITION = '18446744073709551615';
const TICKS_PER_MS = 10_000n;

const uuid = (id: string) => new shared.UUID().setString(id);

const identifier = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

/** `positioned`: false imitates a stream read of an old server. */
export const eventMessage = (record: LogRecord, positioned = true): streams.ReadResp => {
  const position = positioned ? `${record.position}` : NO_POSITION;
  const recorded = new ReadEvent.RecordedEvent()
    .setId(uuid(record.id))
    .setStreamIdentifier(identifier(record.stream))
    .setStreamRevision(`${record.revision}`)
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  recorded
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', `${BigInt(record.created) * TICKS_PER_MS}`);
  const event = new ReadEvent().setEvent(recorded);
  return new streams.ReadResp().setEvent(
    positioned ? event.setCommitPosition(position) : event.setNoPosition(new shared.Empty()),
  );
};

export const confirmationMessage = (): streams.ReadResp =>
  new streams.ReadResp().setConfirmation(new SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()));

export const checkpointMessage = (position: number): streams.ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new Checkpoint().setCommitPosition(`${position}`).setPreparePosition(`${position}`),
  );

export const caughtUpMessage = (): streams.ReadResp => new streams.ReadResp().setCaughtUp(new CaughtUp());

export const streamNotFoundMessage = (stream: string): streams.ReadResp =>
  new streams.ReadResp().setStreamNotFound(new StreamNotFound().setStreamIdentifier(identifier(stream)));

export const appendedMessage = ({ revision, position }: LogRecord): streams.AppendResp => {
  const { Success, Position } = streams.AppendResp;
  const at = new Position().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  return new streams.AppendResp().setSuccess(new Success().setCurrentRevision(`${revision}`).setPosition(at));
};

export const wrongRevisionMessage = (current: number): streams.AppendResp => {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(`${current}`);
  return new streams.AppendResp().setWrongExpectedVersion(wrong);
};

export const streamName = (name: shared.StreamIdentifier | undefined): string =>
  Buffer.from(name?.getStreamName_asU8() ?? []).toString('utf8');

/** A refusal as the server words it; `exception` is the trailer clients tell refusals apart by. */
export const refusal = (
  code: status,
  details: string,
  exception?: string,
  trailers: Readonly<Record<string, string>> = {},
): Partial<StatusObject> => {
  const metadata = new Metadata();
  if (exception) metadata.set('exception', exception);
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return { code, details, metadata };
};
