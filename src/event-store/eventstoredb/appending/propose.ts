import { validate as isUuid } from 'uuid';
import { InvalidEvents, type NewEvent } from '../../event-store.ts';
import { assertEnvelopeSize, toJsonText } from '../../json-text.ts';
import type { ProposedEvent } from '../messages/append-request.ts';
import { isOurMetadata, type Ours } from '../our-events.ts';

/**
 * Names that the server takes for its own, ignores, or cannot tell apart: a lone surrogate becomes U+FFFD in UTF-8, so
 * two different names would be one stream.
 */
export const isStorableName = (name: string): boolean => name !== '' && !name.startsWith('$') && name.isWellFormed();

/**
 * The events as they are sent, rendered once.
 * @throws InvalidEvents for events that the server would refuse or alter, and for those that we would not recognise as
 * ours when we read them
 */
export const propose = (ours: Ours, stream: string, events: readonly NewEvent[]): ProposedEvent[] => {
  if (events.length === 0) throw new Error('an append needs at least one event');
  if (!isStorableName(stream)) throw new InvalidEvents('a stream name is empty, begins with $ or is malformed');
  if (!ours.hasStream(stream)) throw new InvalidEvents('a stream is of no category that is ours');
  const proposed = events.map(proposeEvent);
  assertEnvelopeSize(proposed);
  return proposed;
};

const proposeEvent = ({ id, type, data, metadata }: NewEvent): ProposedEvent => {
  if (!isUuid(id)) throw new InvalidEvents('an event id is not a UUID');
  if (!isStorableName(type)) throw new InvalidEvents('an event type is empty, begins with $ or is malformed');
  if (!isOurMetadata(metadata)) throw new InvalidEvents('metadata are not what ours are');
  return { id, type, data: toJsonText(data), metadata: toJsonText(metadata) };
};
