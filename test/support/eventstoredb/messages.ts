import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, type status } from '@grpc/grpc-js';
import { bytesField, messageField } from '../../../src/event-store/eventstoredb/messages/protobuf.ts';
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

const answerTo = (request: streams.BatchAppendReq, stream: string): streams.BatchAppendResp =>
  new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setStreamIdentifier(identifier(stream));

export const batchAppendedMessage = (
  request: streams.BatchAppendReq,
  stream: string,
  { revision, position }: LogRecord,
): streams.BatchAppendResp => {
  const at = new shared.AllStreamPosition().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at);
  return answerTo(request, stream).setSuccess(success);
};

/** `kind`: a message of the package event_store.client. */
export const batchRefusedMessage = (
  request: streams.BatchAppendReq,
  stream: string,
  kind: string,
): streams.BatchAppendResp => {
  // By hand: the client brings a google-protobuf of its own, whose messages take none of another one's.
  const details = messageField(3, bytesField(1, `type.googleapis.com/event_store.client.${kind}`));
  const error = rpc.Status.deserializeBinary(Buffer.concat([bytesField(2, kind), details]));
  return answerTo(request, stream).setError(error);
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
