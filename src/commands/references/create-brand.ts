import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { LANGUAGES } from '../../domain/references/events.ts';
import { conflict } from '../../domain/refusal.ts';
import { loginInput } from '../accounts/account-fields.ts';
import type { AccountNeeds } from '../accounts/account-needs.ts';
import { idOfLogin, invite } from '../accounts/invite.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { nothing, shownOnce } from '../bus/results.ts';
import { integer, name, text, timezone } from '../fields/fields.ts';

const brandResult = z.object({ id: z.uuid(), brand_id: z.uuid(), invitation: shownOnce() });

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** 100 years. */
const MOST_DAYS = 36_525;

const retentionDays = () =>
  integer().min(0).max(MOST_DAYS).meta({ description: 'So many days after the last visit a client may be erased' });

const setRetention = defineCommand({
  type: 'SetRetention',
  audiences: ['venue'],
  summary: 'How long the brand keeps its clients, as the law wants: until then EraseClient is refused.',
  input: z.object({ retention_days: retentionDays() }),
  result: nothing,
  run: async ({ retention_days }, context) => {
    requireWholeBrand(context);
    const handled = await context.handle(brandDecider, context.brand_id, { type: 'SetRetention', retention_days });
    return outcome(handled, () => ({}));
  },
});

const createBrand = defineCommand({
  type: 'CreateBrand',
  audiences: ['platform'],
  summary: 'Creates a brand. Its amounts are integers in units of 10^-currency_exponent of the currency.',
  input: z.object({
    name: name(),
    currency: text(3).refine((code) => CURRENCIES.has(code), { params: { code: 'currency_unknown' } }),
    currency_exponent: integer().min(0).max(4).default(0),
    country_code: text(2).refine(isSupportedCountry, { params: { code: 'country_unknown' } }),
    language: z.enum(LANGUAGES),
    timezone: timezone().default(DEFAULT_TIMEZONE),
    retention_days: retentionDays().default(0),
    owner: z
      .object({ login: loginInput(), name: name() })
      .optional()
      .meta({ description: 'The first owner: the answer has the invitation, which is good for 72 hours, once' }),
  }),
  result: brandResult,
  shown_once: 'invitation',
  run: async ({ owner, ...input }, context, needs: AccountNeeds) => {
    const brand_id = context.newUuid('brand');
    const account_id = owner && (await freeAccount(context, needs, owner.login, brand_id));
    const handled = await context.handle(
      brandDecider,
      brand_id,
      { type: 'CreateBrand', brand: { brand_id, ...input } },
      { brand_id },
    );
    if (!owner || account_id === undefined)
      return outcome(handled, () => ({ id: brand_id, brand_id, invitation: null }));
    const role = 'owner' as const;
    const terms = { name: owner.name, role, point_ids: null, language: input.language, employee_id: null };
    const invited = { brand_id, touches_owners: true, login: owner.login, terms };
    const { handled: done, invitation } = await invite(context, account_id, invited);
    const position = done.position ?? handled.position;
    return { ...outcome(handled, () => ({ id: brand_id, brand_id, invitation })), position };
  },
});

/** The account that the login leads to. Refused before anything is recorded: somebody else has it. */
const freeAccount = async (
  context: CommandContext,
  needs: AccountNeeds,
  login: string,
  brandId: string,
): Promise<number> => {
  const account_id = await idOfLogin(context, needs, login);
  const account = await context.load(accountDecider, account_id);
  if (account !== null && account.brand_id !== brandId) throw conflict('login_taken');
  return account_id;
};

export const brandCommands: readonly CommandDefinition<AccountNeeds>[] = [createBrand, setRetention];
