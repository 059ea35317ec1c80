import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Headers that proxies add. Behind a proxy on this machine every caller seems to be on this machine. */
const FROM_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Whether a request comes from this machine, and from no proxy on it. */
export const isFromHere = ({ socket: { remoteAddress = '' }, headers }: Request): boolean =>
  ipaddr.isValid(remoteAddress) &&
  ipaddr.process(remoteAddress).range() === 'loopback' &&
  FROM_PROXIES.every((name) => headers[name] === undefined);
