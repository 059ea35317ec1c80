/** Asked for again too soon; nothing was done. The HTTP layer answers 429 with Retry-After. */
export class TooSoon extends Error {
  /** Key of the message catalogue; its text may name {retry_after}. */
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(code: string, retryAfter: number) {
    super(code);
    this.name = 'TooSoon';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
