/**
 * Api keys of the demo brand: printed in the README, the same on every machine, so never made outside of the embedded
 * demo.
 */
export const DEMO_KEYS = {
  partner: 'demo-partner-key',
  venue: 'demo-venue-key',
  auditor: 'demo-auditor-key',
} as const;

/** The platform's key in the demo, unless the settings name another one. */
export const DEMO_PLATFORM_KEY = 'demo-platform-key';
