import { eachField } from './protobuf.ts';

/** An event as the server keeps it, with its data not yet parsed. */
export interface StoredEvent {
  /** A byte offset in the server's log. NaN: servers before 22.6 do not name it in stream reads. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly metadata: Buffer;
  readonly data: Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** The message ReadResp.ReadEvent.RecordedEvent, between two offsets of a larger one. */
export const parseStoredEvent = (message: Buffer, start: number, end: number): StoredEvent => {
  let [position, revision, created] = [0, 0, 0];
  let [stream, id, type] = ['', '', ''];
  let isJson = false;
  let [metadata, data] = [NOTHING, NOTHING];
  const property = (from: number, to: number): void => {
    let key = '';
    eachField(message, from, to, (field, first, last) => {
      if (field === 1) key = message.toString('latin1', first, last);
      else if (key === 'type') type = message.toString('utf8', first, last);
      else if (key === 'content-type') isJson = message.toString('latin1', first, last) === 'application/json';
      // In ticks of 100 nanoseconds: more digits than a number can hold.
      else if (key === 'created') created = Number(message.toString('latin1', first, last - 4));
    });
  };
  eachField(message, start, end, (field, from, to, value) => {
    if (field === 1) eachField(message, from, to, (_, first, last) => (id = message.toString('latin1', first, last)));
    else if (field === 2)
      eachField(message, from, to, (_, first, last) => (stream = message.toString('utf8', first, last)));
    else if (field === 3) revision = value;
    else if (field === 5) position = value;
    else if (field === 6) property(from, to);
    else if (field === 7) metadata = message.subarray(from, to);
    else if (field === 8) data = message.subarray(from, to);
  });
  return { position, stream, revision, id, type, isJson, created, metadata, data };
};
