/**
 * API keys of the demo brand. They are printed in the README and the same on every machine, so they are only made in
 * the embedded demo.
 */
export const DEMO_KEYS = {
  partner: 'demo-partner-key',
  venue: 'demo-venue-key',
  auditor: 'demo-auditor-key',
} as const;

/** The platform's key in the demo, unless the settings have another one. */
export const DEMO_PLATFORM_KEY = 'demo-platform-key';

/** The demo's people, one for each role. They sign in without a password: see src/demo/seed-people.ts. */
export const DEMO_LOGINS: ReadonlySet<string> = new Set([
  'owner',
  'manager',
  'cashier',
  'cook',
  'accountant',
  'auditor',
]);
