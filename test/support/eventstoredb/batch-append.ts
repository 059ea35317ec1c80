import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { Expected, MemoryLog, ProposedEvent } from './log.ts';
import { batchAppendedMessage, batchRefusedMessage, streamName } from './messages.ts';

type Request = streams.BatchAppendReq;
type Options = streams.BatchAppendReq.Options;

export interface AppendSettings {
  /** Bytes one append may hold. */
  readonly maxAppendSize: number;
  /** False: the server hangs. */
  answers(): boolean;
  /** What each append costs the server: resolves when it may be answered. */
  commit(): Promise<void>;
}

/** The RPC BatchAppend: any number of appends over one call, each answered by itself. */
export const batchAppendHandler =
  (
    log: MemoryLog,
    { maxAppendSize, answers, commit }: AppendSettings,
  ): handleBidiStreamingCall<Request, streams.BatchAppendResp> =>
  (call) => {
    /** Appends whose events came in part, by correlation id. */
    const begun = new Map<string, { readonly options: Options; readonly events: ProposedEvent[] }>();

    const carryOut = async (request: Request, options: Options, events: readonly ProposedEvent[]): Promise<void> => {
      const stream = streamName(options.getStreamIdentifier());
      const refuse = (kind: string): void => void call.write(batchRefusedMessage(request, stream, kind));
      if (stream === '') return refuse('BadRequest');
      if (events.reduce((sum, event) => sum + sizeOf(event), 0) > maxAppendSize)
        return refuse('MaximumAppendSizeExceeded');
      const outcome = log.append(stream, expectedOf(options), events);
      await commit();
      if (outcome.wrong) return refuse('WrongExpectedVersion');
      call.write(batchAppendedMessage(request, stream, outcome.last));
    };

    call.on('data', (request: Request) => {
      if (!answers()) return;
      const id = request.getCorrelationId()!.serializeBinary().join();
      const options = request.getOptions();
      if (options) begun.set(id, { options, events: [] });
      const append = begun.get(id);
      if (!append) return;
      append.events.push(...request.getProposedMessagesList().map(toProposed));
      if (!request.getIsFinal()) return;
      begun.delete(id);
      void carryOut(request, append.options, append.events);
    });
    call.on('end', () => call.end());
    // A client that goes away.
    call.on('error', () => {});
  };

/** As the server counts: two bytes for every character of the type. */
const sizeOf = ({ data, metadata, type }: ProposedEvent): number => data.length + metadata.length + type.length * 2;

const toProposed = (message: streams.BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString().toLowerCase() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const expectedOf = (options: Options): Expected => {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasNoStream() ? -1 : Number(options.getStreamPosition());
};
