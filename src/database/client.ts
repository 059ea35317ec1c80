import pg from 'pg';
import { findPrimary, isPrimary, NoPrimary, type ServerAddress, serversOf } from './other-hosts.ts';
import { readInTurns } from './read-in-turns.ts';

type Callback = (error: Error | undefined, result?: unknown) => void;
type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void);
type Asked = string | pg.QueryConfig;

export interface ClientOptions extends pg.ClientConfig {
  /**
   * How long a query may stay unanswered (default: as long as it takes). Then it fails, and the connection ends. It
   * stands in the place of `query_timeout`, with which pg would write a function behind a `=` for each query.
   */
  readonly answerWithinMs?: number | undefined;
}

/**
 * pg's client, whose queries leave no garbage in V8's old space. Of a text or a config pg makes a query and writes
 * `query.callback = (error, result) => …`. V8 makes a function that is written right behind such a `=` in its old
 * space, where it stays until the next full collection, and with it all that it refers to: the values of the query, its
 * message and its rows, 7 kB for an order. So this client submits queries that have their callback already, which pg's own
 * client takes as they are. A pool makes such clients with the option `Client`.
 */
export class Client extends pg.Client {
  readonly #answerWithinMs: number | undefined;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#options = options;
    this.#answerWithinMs = options.answerWithinMs;
    // By then the connection has its last socket, which TLS replaces.
    this.connection.once('readyForQuery', () => readInTurns(this.connection.stream));
  }

  /** To the server that takes writes, if the address names several. */
  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const servers = serversOf(this.#options.connectionString);
    if (!servers && callback) {
      super.connect(callback);
      return undefined;
    }
    const connecting = servers ? this.#connectToPrimary(servers) : super.connect();
    if (!callback) return connecting;
    connecting.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectToPrimary(servers: readonly ServerAddress[]): Promise<pg.Client> {
    Object.assign(this, await findPrimary(servers, this.#options));
    await super.connect();
    if (await isPrimary(this)) return this;
    await this.end();
    throw new NoPrimary('the server takes no writes any more');
  }

  // Takes and answers what pg's own does. pg has an overload for each form.
  // biome-ignore lint/suspicious/noExplicitAny: no other type fits all of them
  override query(asked: Asked | pg.Submittable, second?: unknown, third?: unknown): any {
    if (typeof asked === 'object' && 'submit' in asked) return super.query(asked);
    const [values, callback] = typeof second === 'function' ? [undefined, second] : [second, third];
    if (callback) return this.#submit(asked, values as unknown[] | undefined, callback as Callback);
    const answer = new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
      this.#submit(asked, values as unknown[] | undefined, settle);
    });
    return answer.catch((error: Error) => {
      // As pg does: the stack leads to the one who asked.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  #submit(asked: Asked, values: unknown[] | undefined, callback: Callback): void {
    super.query(queryOf(asked, values, this.#withDeadline(callback)));
  }

  #withDeadline(callback: Callback): Callback {
    if (this.#answerWithinMs === undefined) return callback;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      callback(new Error('Query read timeout'));
      this.connection.stream.destroy();
    }, this.#answerWithinMs);
    return (error, result) => {
      clearTimeout(deadline);
      if (!isLate) callback(error, result);
    };
  }
}

/**
 * A query as pg makes it. Of a config pg makes a copy, property by property, which takes as long as to write the query's
 * messages. So it gets one only where it needs more than text, values and name.
 */
const queryOf = (asked: Asked, values: unknown[] | undefined, callback: Callback): pg.Query => {
  if (typeof asked === 'string' || 'rowMode' in asked || 'types' in asked) return new pg.Query(asked, values, callback);
  const { name, text } = asked;
  return Object.assign(new pg.Query(text, values ?? asked.values, callback), { name });
};
