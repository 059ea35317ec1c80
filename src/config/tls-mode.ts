/** Modes that pg takes for verify-full, with a warning of nine lines before anything of ours. */
const SAME = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/g;
const AS_LIBPQ = /[?&]uselibpqcompat=true(?=[&#]|$)/;

/**
 * The address of a database, with the mode of TLS named by what it does: the server's certificate is checked. An address that
 * asks for the modes of libpq is left alone (docs/operations.md).
 */
export const withPlainTlsMode = (url: string): string =>
  AS_LIBPQ.test(url) ? url : url.replace(SAME, '$1verify-full');
