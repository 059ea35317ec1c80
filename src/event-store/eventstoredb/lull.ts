/** This long without an event counts as a lull. */
const LULL_MS = 5;

/** Notices when nothing has come for a moment. */
export interface Lull {
  /** Something has come. */
  stir(): void;
  stop(): void;
}

/** `place` changes with everything that comes. `onLull` is called once after a lull. */
export const createLull = (place: () => number, onLull: () => void): Lull => {
  let timer: NodeJS.Timeout | undefined;
  const look = (before: number): void => {
    timer = undefined;
    if (place() > before) stir();
    else onLull();
  };
  const stir = (): void => {
    timer ??= setTimeout(look, LULL_MS, place());
  };
  return {
    stir,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
