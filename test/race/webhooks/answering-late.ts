/** A receiver in a process of its own that answers every call a tenth of a second later. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.writeHead(204).end(), 100));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
