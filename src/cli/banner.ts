import type { Config } from '../config.ts';

/** What somebody who has just started it wants to know. */
export const printBanner = ({
  host,
  port,
  demo,
  platformApiKey,
}: Pick<Config, 'host' | 'port' | 'demo' | 'platformApiKey'>): void => {
  const base = `http://${host}:${port}`;
  const lines = [
    '',
    `Tillstream is ready at ${base}`,
    '',
    `  partner API   ${base}/v1`,
    `  venue API     ${base}/venue/v1`,
    `  audit API     ${base}/audit/v1`,
    `  docs          ${base}/docs`,
  ];
  if (demo) {
    lines.push(
      '',
      '  demo keys     demo-partner-key, demo-venue-key, demo-auditor-key',
      // A key of your own is yours to keep: only the well-known one is shown.
      ...(platformApiKey === 'demo-platform-key' ? ['                demo-platform-key'] : []),
    );
  }
  console.log(`${lines.join('\n')}\n`);
};
