import { HttpError } from '../errors.ts';

const RETRY_AFTER_S = 5;

/** Whose bytes are counted together, and how many there may be. */
export interface Holder {
  readonly id: string;
  readonly max: number;
}

/** What is held for one answer. */
export class UnreadAccount {
  readonly #holders: readonly Holder[];
  readonly #held: Map<string, number>;
  #bytes = 0;
  #isOver = false;

  constructor(holders: readonly Holder[], held: Map<string, number>) {
    this.#holders = holders;
    this.#held = held;
  }

  /** Whether the answer is over: nobody will read it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Counts so many more bytes, and returns false if there is no room for them. The first answer of a key always has room, of
   * any size: otherwise it could never be had.
   */
  hold(bytes: number): boolean {
    if (this.#isOver) return false;
    const isFull = this.#holders.some(({ id, max }) => {
      const held = this.#held.get(id) ?? 0;
      return held > this.#bytes && held + bytes > max;
    });
    if (isFull) return false;
    this.#change(bytes);
    return true;
  }

  /** As `hold`. Throws HttpError 429 if there is no room. */
  mustHold(bytes: number): void {
    if (!this.#isOver && !this.hold(bytes)) throw refusal();
  }

  /** Throws HttpError 429 if so much is unread already that there may be no room for another large answer. */
  requireRoom(): void {
    if (this.#holders.some(({ id, max }) => (this.#held.get(id) ?? 0) > max / 2)) throw refusal();
  }

  /** Some of them were taken. */
  release(bytes: number): void {
    this.#change(-Math.min(bytes, this.#bytes));
  }

  end(): void {
    this.#isOver = true;
    this.#change(-this.#bytes);
  }

  #change(bytes: number): void {
    if (bytes === 0) return;
    this.#bytes += bytes;
    for (const { id } of this.#holders) {
      const held = (this.#held.get(id) ?? 0) + bytes;
      if (held > 0) this.#held.set(id, held);
      else this.#held.delete(id);
    }
  }
}

const refusal = (): HttpError => new HttpError(429, 'answers_unread', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S);
