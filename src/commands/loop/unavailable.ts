/**
 * The command could not be carried out now; it is safe to send it again. The HTTP layer answers 503 with Retry-After, and
 * logs the cause.
 */
export class Unavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Unavailable';
  }
}
