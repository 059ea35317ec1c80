/** This long without an event counts as quiet. */
const QUIET_MS = 5;

/** Acts once after a burst of events, and not for each of them. */
export interface Debounce {
  /** An event has come. */
  touch(): void;
  stop(): void;
}

/** `count` rises with every event. `onQuiet` is called when it has not risen for a moment. */
export const createDebounce = (count: () => number, onQuiet: () => void): Debounce => {
  let timer: NodeJS.Timeout | undefined;
  const look = (before: number): void => {
    timer = undefined;
    if (count() > before) touch();
    else onQuiet();
  };
  const touch = (): void => {
    timer ??= setTimeout(look, QUIET_MS, count());
  };
  return {
    touch,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
