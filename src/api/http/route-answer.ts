import type { z } from 'zod';

/**
 * An answer that isn't JSON, or not only: `orJson` is the schema where the caller may have JSON instead. Of several
 * types the caller chooses one.
 */
export interface OtherResponse {
  readonly contentType: string | readonly string[];
  readonly description: string;
  readonly orJson?: z.ZodType;
  /** What the answer's own headers tell, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON answer's schema, or another kind of answer. */
export type ResponseDoc = z.ZodType | OtherResponse;

export const isOtherResponse = (doc: ResponseDoc): doc is OtherResponse => 'contentType' in doc;

/** What a stream writes to. */
export interface Outgoing {
  /** Resolves when the client can take more. Rejects when it went away, or `signal` is aborted. */
  write(chunk: string | Buffer, signal?: AbortSignal): Promise<void>;
  /** True while the client has not yet taken what was written. The writer should then leave out what it can. */
  readonly isFull: boolean;
  /** Aborted when the client goes away or the server stops: the stream must then end. */
  readonly signal: AbortSignal;
}

export interface AnswerHead {
  /** 200 unless told. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Log position of what was recorded, for `answerAfter`. Null: nothing was recorded. */
  readonly position?: number | null;
}

/** JSON, or bytes made beforehand (see `preserialised`), or a stream. A stream has ended when its promise resolves. */
export type Answer = AnswerHead &
  (
    | { readonly body: unknown }
    | { readonly bytes: Buffer; readonly etag?: string; readonly contentType?: string }
    | { readonly contentType: string; readonly stream: (out: Outgoing) => Promise<void> }
  );

/**
 * JSON that is serialised once and served many times. `etag` (without quotes) names exactly these bytes: a client that
 * still has them gets 304.
 */
export const preserialised = (bytes: Buffer, etag: string): Answer => ({ bytes, etag });
