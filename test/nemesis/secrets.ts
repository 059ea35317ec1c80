/** What both apps of a round are started with. */
export const NEMESIS_SECRETS = {
  jwtSecret: 'secret-of-the-nemesis-that-is-long-enough',
  platformApiKey: 'platform-key-of-the-nemesis',
};
