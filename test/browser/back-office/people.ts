import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../../src/domain/accounts/roles.ts';
import type { TestApp } from '../../support/app.ts';
import { invite, signedIn } from '../../support/people.ts';
import { openPage, type PageOptions } from '../support/chromium.ts';

const WIDE = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };

/** What a browser keeps of somebody who has signed in there, and chosen nothing yet. */
const keptBy = (url: string, cookie: string): NonNullable<BrowserContextOptions['storageState']> => {
  const [name, value] = cookie.split('=') as [string, string];
  const rest = {
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict',
  } as const;
  const localStorage = [{ name: 'tillstream.signed-in', value: 'yes' }];
  return { cookies: [{ name, value, ...rest }], origins: [{ origin: url, localStorage }] };
};

/** A new person of the role, signed in in a browser of their own, on a page. */
export const personAt = async (
  app: TestApp,
  brandId: string,
  role: Role,
  path = '/now',
  options: PageOptions & { readonly point_ids?: string[] } = {},
): Promise<Page> => {
  const { point_ids, ...rest } = options;
  const { cookie } = await signedIn(app.url, await invite(app, brandId, role, { ...(point_ids && { point_ids }) }));
  const storageState = keptBy(app.url, cookie!);
  const page = await openPage(`${app.url}/back-office${path}`, { ...WIDE, storageState, ...rest });
  page.setDefaultTimeout(15_000);
  await page.locator('h1').waitFor();
  return page;
};

/** Goes to another address as a link of the page does: to load all of it anew takes the browser a second. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', '/back-office${path}')`);

/** For `expect.poll`: a page on a busy machine. A condition that holds is found as early as ever. */
export const SOON = { timeout: 15_000 };

/** The card of an order. */
export const card = (page: Page, number: number) => page.getByRole('article', { name: `Order ${number}`, exact: true });
