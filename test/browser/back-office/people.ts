import type { Page } from 'playwright-core';
import type { Role } from '../../../src/domain/accounts/roles.ts';
import type { TestApp } from '../../support/app.ts';
import { invite, PASSWORD } from '../../support/people.ts';
import { openPage, type PageOptions } from '../support/chromium.ts';

const WIDE = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };

/** Somebody of the role, who has just accepted an invitation in a browser of their own, on a page. */
export const personAt = async (
  app: TestApp,
  brandId: string,
  role: Role,
  path = '/now',
  options: PageOptions & { readonly point_ids?: string[] } = {},
): Promise<Page> => {
  const { point_ids, ...rest } = options;
  const { invitation } = await invite(app, brandId, role, { ...(point_ids && { point_ids }) });
  const page = await openPage(`${app.url}/back-office/accept#${invitation}`, { ...WIDE, ...rest });
  page.setDefaultTimeout(15_000);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/back-office/now**');
  if (path !== '/now') await page.goto(`${app.url}/back-office${path}`);
  await page.locator('h1').waitFor();
  return page;
};

/** The card of an order. */
export const card = (page: Page, number: number) => page.getByRole('article', { name: `Order ${number}`, exact: true });
