import ipaddr from 'ipaddr.js';

/** An address with the port that some proxies write behind it. */
const WITH_PORT = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * Whom limits by address count as one. An IPv6 address stands for its network of 64 bits: a caller has all of it. An IPv4
 * address that is written as IPv6 is that IPv4 address. Behind a proxy the address is what the proxy wrote, of any length.
 */
export const callerAddress = (text: string): string => {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const plain = inBrackets ?? beforePort ?? text;
  if (!ipaddr.isValid(plain)) return text.slice(0, 64);
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};
