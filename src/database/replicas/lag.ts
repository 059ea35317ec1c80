/** How far a replica is behind, in time. */
export interface Lag {
  /** The primary had written so much at this time (milliseconds of a monotonic clock). */
  note(at: number, written: number): void;
  /** Milliseconds since the primary wrote the first of what the replica has not replayed, as far as it was noted; 0: none. */
  of(now: number, replayed: number): number;
  /** Whether the replica has all that the primary had written at the note before the last. */
  isNear(replayed: number): boolean;
}

export const createLag = (): Lag => {
  /** The last one, and those before it that the replica has not replayed. */
  let notes: { readonly at: number; readonly written: number }[] = [];
  let before = 0;
  return {
    note: (at, written) => {
      before = notes.at(-1)?.written ?? written;
      if (notes.at(-1)?.written !== written) notes.push({ at, written });
      // One that never comes back would be noted for ever: its first and its last notes say enough.
      if (notes.length > MOST) notes = [...notes.slice(0, MOST / 2), notes.at(-1)!];
    },
    of: (now, replayed) => {
      const last = notes.at(-1);
      notes = notes.filter((note) => note === last || note.written > replayed);
      const missing = notes.find((note) => note.written > replayed);
      return missing ? now - missing.at : 0;
    },
    isNear: (replayed) => replayed >= before,
  };
};

const MOST = 1_000;
