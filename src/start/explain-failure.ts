import { oneLine, reasonOf } from './start-failure.ts';

/** What a system call says of itself. */
interface SystemError extends NodeJS.ErrnoException {
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

/**
 * Why the program did not start, in one line: never a stack, and never the error's fields, which may hold somebody's data.
 * `LOG_LEVEL=debug` shows the stack (see main.ts).
 */
export const explainFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'stopped by an error of no kind';
  return explainListening(error) ?? explainFile(error) ?? reasonOf(error);
};

/** Undefined for an error that has nothing to do with listening. */
const explainListening = ({ syscall, code, hostname, address, port }: SystemError): string | undefined => {
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is no address of this machine (${code})`;
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return 'the address is in use: set PORT to a free one';
  return `HOST ${address} and PORT ${port} can not be listened on (${code})`;
};

/** Undefined for an error that is not of the file system. */
const explainFile = (error: SystemError): string | undefined =>
  error.path === undefined ? undefined : `a file or folder can not be used: ${oneLine(error)}`;
