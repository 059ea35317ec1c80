/**
 * The command could not be carried out now; it is safe to send it again. The HTTP layer answers 503 with Retry-After.
 */
export class Unavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unavailable';
  }
}
