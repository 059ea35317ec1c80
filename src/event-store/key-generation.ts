/**
 * Grows whenever keys of persons are destroyed, in any process. Whatever was read before that, such as a key or a client
 * by phone, may be of a person who is erased.
 */
export interface KeyGeneration {
  /** As far as this process knows. */
  current(): number;
  /** Asks for it, and drops everything in memory if it has grown. */
  renew(): Promise<void>;
  /** The same, if it was not asked for within the last second. */
  confirm(): Promise<void>;
}
