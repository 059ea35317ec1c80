import type { Page } from 'playwright-core';
import type { Language } from '../../../back-office/src/words/language.ts';
import type { Role } from '../../../src/domain/accounts/roles.ts';
import type { TestApp } from '../../support/app.ts';
import { invite, signedIn } from '../../support/people.ts';
import { openPage, type PageOptions } from '../support/chromium.ts';

const WIDE = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };

interface PersonOptions extends Omit<PageOptions, 'kept'> {
  readonly point_ids?: string[];
  /** Chosen on this device before. Another `locale` does the same, by a browser that has to be made. */
  readonly language?: Language;
}

/** A new person of the role, signed in in a browser of their own, on a page. */
export const personAt = async (
  app: TestApp,
  brandId: string,
  role: Role,
  path = '/now',
  options: PersonOptions = {},
): Promise<Page> => {
  const { point_ids, language, ...rest } = options;
  const { cookie } = await signedIn(app.url, await invite(app, brandId, role, { ...(point_ids && { point_ids }) }));
  const chosen = language && { 'tillstream.language': language };
  const kept = { cookie: cookie!, localStorage: { 'tillstream.signed-in': 'yes', ...chosen } };
  const page = await openPage(`${app.url}/back-office${path}`, { ...WIDE, kept, ...rest });
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
