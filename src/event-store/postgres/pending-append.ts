import {
  type Companion,
  type Conditions,
  type ExpectedRevision,
  InvalidEvents,
  type NewEvent,
} from '../event-store.ts';
import { assertEnvelopeSize, isSmallEnvelope, toJsonText, toMetadataText } from '../json-text.ts';
import { packPlain } from '../packing/pack-plain.ts';
import { asUnpacked } from '../packing/packed-data.ts';
import { packJson } from '../packing/packed-json.ts';
import { hasPersonal } from '../personal-form.ts';
import { type NarrowMetadata, narrowMetadata } from './narrow-metadata.ts';
import { isText, isUuid } from './stored-names.ts';

/** An append under way. Its events are rendered already. */
export interface PendingAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly RenderedEvent[];
  readonly bytes: number;
  /** For an append to a new stream. */
  readonly conditions?: Conditions;
  /** The generation of keys that its events were sealed with. */
  readonly keysAsOf?: number | undefined;
  /** Lands right before it, or neither of them does. */
  readonly companion?: PendingAppend;
  /** Of a companion: what it goes with. */
  readonly as?: Companion;
}

export interface RenderedEvent {
  readonly id: string;
  readonly type: string;
  /** In UTF-8, or as text. */
  readonly packed: Buffer | string;
  /** The data, if a read of the log would give the same. */
  readonly data?: unknown;
  readonly metadata: NarrowMetadata;
}

/** How the functions of the log are told what to expect. */
export const expectedValue = (expected: ExpectedRevision): number =>
  typeof expected === 'number' ? expected : { any: -2, no_stream: -1 }[expected];

/** The streams that it writes to. */
export const streamsOf = ({ stream, companion }: PendingAppend): string[] =>
  companion ? [companion.stream, stream] : [stream];

/** Renders once, outside of the batch, so that a value that cannot be stored fails its own append only. */
export const renderAppend = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): PendingAppend => {
  if (events.length === 0) throw new Error('an append needs at least one event');
  if (!isText(stream)) throw new InvalidEvents('a stream name must be well-formed and free of NUL');
  let packedLength = 0;
  let envelopeCharacters = 0;
  const rendered = events.map(({ id, type, data, metadata: given }): RenderedEvent => {
    if (!isUuid(id)) throw new InvalidEvents('an event id is not a UUID');
    if (!isText(type)) throw new InvalidEvents('an event type must be well-formed and free of NUL');
    const plain = packPlain(data);
    const packed = plain?.bytes ?? packJson(toJsonText(data));
    const metadata = narrowMetadata(given);
    packedLength += packed.length;
    envelopeCharacters += type.length + metadata.characters;
    const common = { id, type, packed, metadata };
    if (!plain?.isSame) return common;
    // Read models pack data of persons anew, without what is personal: these bytes would be kept for nothing.
    return { ...common, data: hasPersonal(data) ? data : asUnpacked(data, plain.bytes) };
  });
  // Most appends are far below the bound, so no JSON of narrow metadata is made only to measure it.
  if (!isSmallEnvelope(envelopeCharacters)) {
    assertEnvelopeSize(events.map(({ type, metadata }) => ({ type, metadata: toMetadataText(metadata) })));
  }
  const bytes = packedLength + envelopeCharacters;
  return { stream, expected, events: rendered, bytes };
};

/** The same for an append to a new stream, with its companion. */
export const renderNew = ({ companion }: Conditions, stream: string, events: readonly NewEvent[]): PendingAppend => {
  if (!companion) return renderAppend(stream, 'no_stream', events);
  const first = renderAppend(companion.stream, 'no_stream', events.slice(0, companion.events));
  const own = renderAppend(stream, 'no_stream', events.slice(companion.events));
  return { ...own, companion: { ...first, as: companion } };
};
