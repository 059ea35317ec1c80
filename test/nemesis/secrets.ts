/** What both apps of a round are started with. */
export const NEMESIS_SECRETS = {
  jwtSecret: 'secret-of-the-nemesis-that-is-long-enough',
  personalDataKey: Buffer.alloc(32, 'a key of the nemesis').toString('base64'),
  platformApiKey: 'platform-key-of-the-nemesis',
};
