/** The command could not be carried out now; nothing is lost by sending it again. The edge answers 503 with Retry-After. */
export class Unavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unavailable';
  }
}
