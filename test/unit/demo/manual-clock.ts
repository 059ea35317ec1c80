import { expect, vi } from 'vitest';
import type { Scheduler } from '../../../src/demo/till/scheduler.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when the test says so. */
export class ManualClock implements Scheduler {
  now = 0;
  readonly #timers = new Set<Timer>();

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Milliseconds until each timer. */
  get waiting(): number[] {
    return [...this.#timers].map((timer) => timer.at - this.now);
  }

  /** Waits until something is planned in exactly so many milliseconds, then lets them pass. */
  async pass(ms: number): Promise<void> {
    await vi.waitFor(() => expect(this.waiting).toContain(ms), { interval: 2, timeout: 5_000 });
    this.advance(ms);
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.at <= end).sort((first, second) => first.at - second.at);
      if (!next) break;
      this.#timers.delete(next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}
