const WIDTH = 30;
const EVERY_MS = 200;

export interface Progress {
  /**
   * How many of all steps are done, and how many events were recorded. Without events: those steps were done before.
   */
  show(done: number, events: number): void;
  end(): void;
}

/** A progress bar on a terminal; in a log, a line for every tenth. */
export const createProgress = (
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  what: string,
  total: number,
  now: () => number = () => performance.now(),
): Progress => {
  const began = now();
  let shown = Number.NEGATIVE_INFINITY;
  let tenths = 0;
  let before = 0;

  const line = (done: number, events: number): string => {
    const part = total === 0 ? 1 : done / total;
    const elapsed = (now() - began) / 1_000;
    const rate = elapsed > 0 ? Math.round(events / elapsed) : 0;
    const left = done > before ? Math.round((elapsed * (total - done)) / (done - before)) : 0;
    const bar = '#'.repeat(Math.round(WIDTH * part)).padEnd(WIDTH, '.');
    const percent = `${Math.floor(100 * part)} %`.padStart(5);
    return `[${bar}] ${percent}  ${what} ${done} of ${total}, ${events} events, ${rate} a second, ${left} s left`;
  };

  return {
    show: (done, events) => {
      if (events === 0) before = done;
      if (out.isTTY) {
        if (now() - shown < EVERY_MS && done < total) return;
        shown = now();
        out.write(`\r${line(done, events)}  `);
        return;
      }
      const reached = Math.floor((10 * done) / Math.max(1, total));
      if (reached === tenths) return;
      tenths = reached;
      out.write(`${line(done, events)}\n`);
    },
    end: () => {
      if (out.isTTY) out.write('\n');
    },
  };
};
