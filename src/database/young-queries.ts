import pg from 'pg';

type Callback = (error: Error | undefined, result?: unknown) => void;
type Query = string | pg.QueryConfig;

/**
 * A query as pg makes it. Of a config pg makes a copy, property by property, which takes as long as to write the query's
 * messages. So it gets one only where it needs more than text, values and name.
 */
const queryOf = (query: Query, values: unknown[] | undefined, callback: Callback): pg.Query => {
  if (typeof query === 'string' || 'rowMode' in query || 'types' in query) return new pg.Query(query, values, callback);
  const { name, text } = query;
  return Object.assign(new pg.Query(text, values ?? query.values, callback), { name });
};

/**
 * Changes how a client sends queries, so that they leave no garbage in V8's old space. pg writes
 * `query.callback = (error, result) => …` for each query. V8 makes a function that is written right behind such a `=` in
 * its old space, where it stays until the next full collection, and with it all that it refers to: the values of the query, its message
 * and its rows, 7 kB for an order. So here pg is given its callback.
 *
 * @param answerWithinMs how long a query may stay unanswered (default: as long as it takes). Then it fails, and the
 * connection ends. Do not give the client a query_timeout: pg would write a function behind a `=` again.
 */
export const keepQueriesYoung = (client: pg.ClientBase, answerWithinMs?: number): void => {
  const submit = client.query.bind(client) as (query: pg.Submittable) => unknown;

  const withDeadline = (callback: Callback): Callback => {
    if (answerWithinMs === undefined) return callback;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      callback(new Error('Query read timeout'));
      (client as pg.Client).connection.stream.destroy();
    }, answerWithinMs);
    return (error, result) => {
      clearTimeout(deadline);
      if (!isLate) callback(error, result);
    };
  };

  const send = (query: Query, values: unknown[] | undefined, callback: Callback): void => {
    submit(queryOf(query, values, withDeadline(callback)));
  };

  const ask = (query: Query | pg.Submittable, second?: unknown[] | Callback, third?: Callback): unknown => {
    if (typeof query === 'object' && 'submit' in query) return submit(query);
    const [values, callback] = typeof second === 'function' ? [undefined, second] : [second, third];
    if (callback) return send(query, values, callback);
    const answer = new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
      send(query, values, settle);
    });
    return answer.catch((error: Error) => {
      // As pg does: the stack leads to the one who asked.
      Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = ask as typeof client.query;
};
