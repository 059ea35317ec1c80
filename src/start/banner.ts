import type { Config } from '../config/config.ts';
import { DEMO_PLATFORM_KEY } from '../config/demo-keys.ts';

/** What a person wants to know right after the start. */
export const printBanner = ({
  host,
  port,
  demo,
  platformApiKey,
  roles,
  isReady,
}: Pick<Config, 'host' | 'port' | 'demo' | 'platformApiKey' | 'roles'> & { readonly isReady: boolean }): void => {
  const base = `http://${host}:${port}`;
  const state = isReady ? `is ready at ${base}` : `listens at ${base}, and is not ready yet: see ${base}/health/ready`;
  const lines = ['', `Tillstream ${state}`, ''];
  if (roles.has('api')) {
    lines.push(
      `  back office   ${base}/back-office`,
      `  partner API   ${base}/v1`,
      `  venue API     ${base}/venue/v1`,
      `  audit API     ${base}/audit/v1`,
      `  docs          ${base}/docs`,
    );
  } else {
    lines.push(`  health        ${base}/health/ready`);
  }
  if (demo && roles.has('api')) {
    lines.push(
      '',
      '  demo keys     demo-partner-key, demo-venue-key, demo-auditor-key',
      // Your own key stays secret: only the well-known one is shown.
      ...(platformApiKey === DEMO_PLATFORM_KEY ? [`                ${DEMO_PLATFORM_KEY}`] : []),
    );
  }
  console.log(`${lines.join('\n')}\n`);
};
