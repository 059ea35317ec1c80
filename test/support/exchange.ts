import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and answers all that comes back until the server closes. */
export const exchange = async (port: number, ...parts: (string | Promise<unknown>)[]) => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (typeof part === 'string') socket.write(part);
    else await part;
  }
  await closed;
  return text;
};
