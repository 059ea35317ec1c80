import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleClientStreamingCall, type StatusObject, status } from '@grpc/grpc-js';
import type { Expected, MemoryLog, ProposedEvent } from './log.ts';
import { appendedMessage, refusal, streamName, wrongRevisionMessage } from './messages.ts';

type Options = streams.AppendReq.Options;

/** The RPC Append: one call, one append, its events sent one message each. */
export const appendHandler =
  (
    log: MemoryLog,
    maxAppendSize: number,
    answers: () => boolean,
  ): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> =>
  (call, respond) => {
    const events: ProposedEvent[] = [];
    let options: Options | undefined;
    let size = 0;
    let refused = false;
    const refuse = (reason: Partial<StatusObject>): void => {
      refused = true;
      respond(reason);
    };

    call.on('data', (request: streams.AppendReq) => {
      if (refused) return;
      const proposed = request.getProposedMessage();
      if (!proposed) {
        options = request.getOptions();
        return;
      }
      const event = toProposed(proposed);
      // As the server counts: two bytes for every character of the type.
      size += event.data.length + event.metadata.length + event.type.length * 2;
      // The server does not wait for the rest.
      if (size > maxAppendSize) return refuse(tooLarge(maxAppendSize));
      events.push(event);
    });
    call.on('end', () => {
      if (refused || !answers()) return;
      const stream = streamName(options?.getStreamIdentifier());
      if (!options || stream === '') return refuse(refusal(status.UNKNOWN, 'Exception was thrown by handler.'));
      const outcome = log.append(stream, expectedOf(options), events);
      respond(null, outcome.wrong ? wrongRevisionMessage(outcome.current) : appendedMessage(outcome.last));
    });
    // A client that goes away mid-append appends nothing.
    call.on('error', () => {});
  };

const toProposed = (message: streams.AppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const expectedOf = (options: Options): Expected => {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasNoStream() ? -1 : Number(options.getRevision());
};

const tooLarge = (limit: number): Partial<StatusObject> =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, 'maximum-append-size-exceeded', {
    'maximum-append-size': `${limit}`,
  });
