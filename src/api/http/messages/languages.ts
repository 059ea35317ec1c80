/** The languages a brand may speak. */
export const LANGUAGES = ['ru', 'uz_latn', 'uz_cyrl', 'en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];
