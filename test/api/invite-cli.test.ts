import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { databaseEnv } from '../support/log.ts';
import { invite, openBrowser, PASSWORD, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let script: string;

beforeAll(async () => {
  script = await bundled('src/cli/invite.ts');
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

/** Runs `npm run invite` beside the app, on its database, as its user: one who owns it and has no other right. */
const run = async (login: string): Promise<{ code: number; stdout: string; stderr: string }> => {
  const secrets = { JWT_SECRET: 'x'.repeat(32), PLATFORM_API_KEY: 'y'.repeat(16), PERSONAL_DATA_KEY };
  const env = {
    ...process.env,
    ...secrets,
    ...databaseEnv({ url: app.databaseUrl, eventStoreUrl: app.eventStoreUrl }),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--login', login], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
};

test('an operator lets an owner in again whose password is lost, while the app runs', async () => {
  const invited = await invite(app, venue.brand_id, 'owner');
  const { account_id, login } = invited;
  const thief = await signedIn(app.url, invited);
  expect((await thief.ask('GET', '/venue/v1/session')).status).toBe(200);

  // The app has the session in memory all the while.
  let isRunning = true;
  const running = run(login.toUpperCase()).finally(() => {
    isRunning = false;
  });
  while (isRunning) await thief.ask('GET', '/venue/v1/session');
  const { code, stdout, stderr } = await running;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`owner of brand ${venue.brand_id}`)]);
  expect((await thief.ask('GET', '/venue/v1/session')).body.code).toBe('session_ended');
  const signIn = (password: string) =>
    openBrowser(app.url, '127.0.44.1').ask('POST', '/venue/v1/session', { login, password });
  expect((await signIn(PASSWORD)).status).toBe(401);

  const invitation = stdout.trim();
  expect(stderr).not.toContain(invitation);
  const owner = await signedIn(app.url, { account_id, login, invitation });
  expect((await owner.ask('GET', '/venue/v1/session')).body).toMatchObject({ account_id, role: 'owner' });
  const again = await openBrowser(app.url).ask('POST', '/venue/v1/session/accept', { invitation, password: PASSWORD });
  expect(again.body.code).toBe('invitation_invalid');
  const { body } = await venue.auditor.get(`/audit/v1/events?stream=account-${account_id}&type=PasswordReset`);
  expect(body.events).toMatchObject([{ actor: { kind: 'system', name: 'npm run invite' } }]);
});

test('a login that nobody has, and one that is shut out, get no invitation', async () => {
  const { account_id, login } = await invite(app, venue.brand_id, 'manager');
  await command(venue.till, 'DisableAccount', { account_id });
  const [disabled, unknown] = await Promise.all([run(login), run('nobody.has-this')]);
  expect(disabled).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is shut out') });
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: 'nobody has the login nobody.has-this\n' });
});
