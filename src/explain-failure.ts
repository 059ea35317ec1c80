import { ConfigError } from './config-variables.ts';
import { EmbeddedPostgresError } from './database/embedded-error.ts';
import { StoreUnavailable } from './event-store/event-store.ts';
import { PersonalDataKeyError } from './personal/key-ring.ts';

/** Their messages are one line for a person. */
const KNOWN = [ConfigError, EmbeddedPostgresError, PersonalDataKeyError];

/** What a system call says of itself. */
interface SystemError extends NodeJS.ErrnoException {
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

/**
 * Why the program did not start: one line for something that a person can repair; the stack, and never the error's
 * fields, for a fault of ours.
 */
export const explainFailure = (error: unknown): string => {
  if (error instanceof StoreUnavailable) return `EVENT_STORE_URL can not be used: ${error.message}`;
  if (!(error instanceof Error)) return 'stopped by an error of no kind';
  if (KNOWN.some((kind) => error instanceof kind)) return error.message;
  return explainListening(error) ?? error.stack ?? error.message;
};

/** Undefined for an error that has nothing to do with listening. */
const explainListening = ({ syscall, code, hostname, address, port }: SystemError): string | undefined => {
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is no address of this machine (${code})`;
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return 'the address is in use: set PORT to a free one';
  return `HOST ${address} and PORT ${port} can not be listened on (${code})`;
};
