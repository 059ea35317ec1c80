/** How a position of the log is written in addresses, headers and on the command line, for a pattern. */
export const POSITION_PATTERN = '\\d{1,15}';

const WHOLE = new RegExp(`^${POSITION_PATTERN}$`);

/** Such a text is a safe integer. */
export const isPosition = (text: string): boolean => WHOLE.test(text);
