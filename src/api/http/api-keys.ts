import { hash, randomBytes } from 'node:crypto';

/** A new api key: 256 random bits, so a plain hash of it can be stored without salt or stretching. */
export const mintApiKey = (): string => `ts_${randomBytes(32).toString('base64url')}`;

/** SHA-256 in hex: the only form of an API key that is ever stored. */
export const hashApiKey = (apiKey: string): string => hash('sha256', apiKey);
