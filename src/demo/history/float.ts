/** Cash that stays in a drawer for the next morning. */
export const FLOAT = 500_000;
