/**
 * Api keys of the demo brand: printed in the README, the same on every machine, so never made outside of the embedded
 * demo. The platform's own demo key comes from the settings.
 */
export const DEMO_KEYS = {
  partner: 'demo-partner-key',
  venue: 'demo-venue-key',
  auditor: 'demo-auditor-key',
} as const;
