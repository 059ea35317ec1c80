import { isIP } from 'node:net';
import { credentials } from '@grpc/grpc-js';

interface Connector {
  readonly connectionOptions: { servername?: string };
}

/** As the library declares it: the first argument is the address, the others do not matter here. */
interface SecureCredentials {
  _createSecureConnector(...asked: unknown[]): Connector;
}

let isAllowed = false;

/**
 * Lets gRPC connect by TLS to an IP address, which cluster nodes often advertise. grpc-js passes every host to Node as
 * the name for SNI, and Node 26 accepts no IP there. Without the name, Node sends none and checks the certificate for
 * the host, the IP.
 */
export const allowTlsByIp = (): void => {
  if (isAllowed) return;
  isAllowed = true;
  const secure: SecureCredentials = Object.getPrototypeOf(credentials.createSsl());
  const create = secure._createSecureConnector;
  secure._createSecureConnector = function (...asked) {
    const connector = create.apply(this, asked);
    const { servername } = connector.connectionOptions;
    if (servername !== undefined && isIP(servername)) delete connector.connectionOptions.servername;
    return connector;
  };
};
