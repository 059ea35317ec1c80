/** What the caller expects of the stream: it does not exist yet, anything, or its last revision. */
export type ExpectedRevision = 'no_stream' | 'any' | number;

/** The stream is not at the revision that the caller expected. Nothing was stored. */
export class RevisionConflict extends Error {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision) {
    super(`stream ${stream} is not at ${expected}`);
    this.name = 'RevisionConflict';
    this.stream = stream;
    this.expected = expected;
  }
}

/**
 * Nothing was stored. No condition claimed anything, with one exception: if all conditions held and only the stream
 * existed already, the claim stays, and the next attempt with that key finds it.
 */
export class ConditionsFailed extends Error {
  constructor(stream: string) {
    super(`the conditions for ${stream} do not hold`);
    this.name = 'ConditionsFailed';
  }
}

/** The store cannot hold a value of this append (NUL in a name, too large, too deep). Nothing was stored. */
export class InvalidEvents extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEvents';
  }
}

/** Keys of persons were destroyed since the events were sealed, or since what they say was read. Nothing was stored. */
export class KeysDestroyed extends Error {
  constructor() {
    super('keys of persons were destroyed meanwhile');
    this.name = 'KeysDestroyed';
  }
}

/** The store cannot be reached, or went away before it answered. What was sent may or may not be stored. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** A new store can not be reached now, and may be there later: it may be starting. */
export class StoreAway extends StoreUnavailable {}
