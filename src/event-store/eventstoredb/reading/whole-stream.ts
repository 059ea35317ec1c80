import { status } from '@grpc/grpc-js';
import { codeOf } from '../../../database/thrown.ts';
import type { RecordedEvent } from '../../event-store.ts';
import { readLastRequest } from '../messages/read-messages.ts';
import { parseJson } from '../our-events.ts';
import type { Reader } from './reader.ts';

/** What cuts a stream off, in its metadata. To delete a stream sets the last of them. */
const CUTS = ['$maxCount', '$maxAge', '$tb'];

/** Why a stream can neither be read nor written until its metadata are put right. */
export const cutOff = (stream: string): Error =>
  new Error(
    `stream ${stream} was deleted or cut off (${CUTS.join(', ')} in its metadata): a part of its events is hidden`,
  );

/**
 * Somebody may have deleted a stream, or limited its length or age. The server then leaves events out without a word, and
 * what follows from the rest is wrong: an order that is paid, and was never placed. `events`: what it gave from a revision on.
 * @throws Error if it is not all
 */
export const assertNotCutOff = async (
  reader: Reader,
  stream: string,
  from: number,
  events: readonly Pick<RecordedEvent, 'revision'>[],
): Promise<void> => {
  if (events.some(({ revision }, index) => revision !== from + index)) throw cutOff(stream);
  if (events.length === 0 && from === 0 && (await isLimited(reader, stream))) throw cutOff(stream);
};

/** Asked for streams without events alone: most of them never existed. */
const isLimited = async (reader: Reader, stream: string): Promise<boolean> => {
  const request = readLastRequest(`$$${stream}`);
  try {
    const { events } = await reader.read({ request, requiresLeader: true }, ({ data }) => parseJson(data));
    return events.some((metadata) => CUTS.some((cut) => (metadata as Record<string, unknown> | null)?.[cut] != null));
  } catch (error) {
    // Who may read streams may be denied their metadata.
    if (codeOf(error) === status.PERMISSION_DENIED) return false;
    throw error;
  }
};
