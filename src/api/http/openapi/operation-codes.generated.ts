/** Made by `npm run docs:errors`. */
export const OPERATION_CODES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {};
