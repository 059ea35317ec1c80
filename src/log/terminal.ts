import { prettyFactory } from 'pino-pretty';

/** Makes a line of the log readable for a person at a terminal: time, level and message in colours, then the fields. */
export const terminalLines = (): ((line: string) => string) =>
  prettyFactory({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
