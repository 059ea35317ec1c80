/** A tap so soon after another one was meant for what stood there before. */
const TWICE_MS = 400;
/** A finger does not come down twice at the same point. */
const NEAR_PX = 48;

interface Tap {
  readonly timeStamp: number;
  readonly clientX: number;
  readonly clientY: number;
  /** 0: a key pressed the button. */
  readonly detail: number;
  readonly currentTarget: unknown;
}

/** Knows the last tap that counted, and whether the next one repeats it: at the same place, or by a key at the same button. */
export const createTapWatch = () => {
  let last: Tap | undefined;
  return ({ timeStamp, clientX, clientY, detail, currentTarget }: Tap): boolean => {
    // React empties an event when it has been handled.
    const tap = { timeStamp, clientX, clientY, detail, currentTarget };
    const isRepeat = last !== undefined && timeStamp - last.timeStamp < TWICE_MS && isAtSamePlace(last, tap);
    if (!isRepeat) last = tap;
    return isRepeat;
  };
};

const isAtSamePlace = (one: Tap, other: Tap): boolean =>
  one.detail === 0 || other.detail === 0
    ? one.currentTarget === other.currentTarget
    : Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < NEAR_PX;

const repeatsTap = createTapWatch();

/**
 * For a button that takes a step which can not be taken back, in a list that moves up when it is taken. The second half of a double tap
 * would meet the next step of the same order, or the next order.
 */
export const onFirstTap =
  (act: () => void) =>
  (event: React.MouseEvent): void => {
    if (!repeatsTap(event)) act();
  };
