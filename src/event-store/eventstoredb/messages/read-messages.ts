import { bytesField, eachField, messageField, numberField } from './protobuf.ts';
import { parseStoredEvent, type StoredEvent } from './stored-event.ts';

/** Where a read of the whole log begins: after a position (0: at the start), or at the end, to read backwards. */
export type LogPlace = number | 'end';

const EMPTY = Buffer.alloc(0);
const BACKWARDS = numberField(3, 1);
const NO_FILTER = messageField(8, EMPTY);
const IDS_AS_TEXT = messageField(9, messageField(2, EMPTY));
/** A checkpoint message for every 32 000 events that the server looks at, instead of every 32. */
const CHECKPOINT_INTERVAL = 1_000;
const NO_SYSTEM_EVENTS = messageField(
  7,
  messageField(2, bytesField(1, '^[^$].*')),
  messageField(4, EMPTY),
  numberField(5, CHECKPOINT_INTERVAL),
);

const request = (...options: readonly Buffer[]): Buffer => messageField(1, ...options, IDS_AS_TEXT);

/** Every event that is appended over gRPC has the same commit and prepare position. */
const atPlace = (place: LogPlace): Buffer => {
  if (place === 'end') return messageField(2, messageField(3, EMPTY));
  if (place === 0) return messageField(2, messageField(2, EMPTY));
  return messageField(2, messageField(1, numberField(1, place), numberField(2, place)));
};

export const readStreamRequest = (stream: string, fromRevision: number, maxCount: number): Buffer =>
  request(
    messageField(1, messageField(1, bytesField(3, stream)), numberField(2, fromRevision)),
    numberField(5, maxCount),
    NO_FILTER,
  );

/** The last event of a stream. */
export const readLastRequest = (stream: string): Buffer =>
  request(
    messageField(1, messageField(1, bytesField(3, stream)), messageField(4, EMPTY)),
    BACKWARDS,
    numberField(5, 1),
    NO_FILTER,
  );

/** Forwards, the event at the position to begin at comes first; backwards, it is not included. */
export const readAllRequest = (place: LogPlace, maxCount: number, backwards = false): Buffer =>
  request(atPlace(place), ...(backwards ? [BACKWARDS] : []), numberField(5, maxCount), NO_FILTER);

/** Events after the position, without the server's own. */
export const subscribeRequest = (position: number): Buffer =>
  request(atPlace(position), messageField(6, EMPTY), NO_SYSTEM_EVENTS);

/** One message of an answer. With neither of the two: a message that nothing here needs. */
export interface ReadAnswer {
  readonly event?: StoredEvent;
  /** A subscription has come this far, and found nothing since its last event. */
  readonly checkpoint?: number;
}

const OTHER: ReadAnswer = {};

export const parseReadAnswer = (message: Buffer): ReadAnswer => {
  let answer = OTHER;
  eachField(message, 0, message.length, (field, start, end) => {
    if (field === 1) {
      eachField(message, start, end, (inner, from, to) => {
        if (inner === 1) answer = { event: parseStoredEvent(message, from, to) };
      });
    } else if (field === 3) {
      eachField(message, start, end, (inner, _from, _to, value) => {
        if (inner === 1) answer = { checkpoint: value };
      });
    }
  });
  return answer;
};
