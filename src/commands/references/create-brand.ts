import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { DEFAULT_TIMEZONE } from '../../domain/local-time.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { LANGUAGES } from '../../domain/references/events.ts';
import { requireWholeBrand } from '../bus/caller.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import { nothing } from '../bus/results.ts';
import { integer, name, text, timezone } from '../fields/fields.ts';

const brandResult = z.object({ id: z.uuid(), brand_id: z.uuid() });

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
  }),
  result: brandResult,
  run: async (input, context) => {
    const brand_id = context.newUuid('brand');
    const handled = await context.handle(
      brandDecider,
      brand_id,
      { type: 'CreateBrand', brand: { brand_id, ...input } },
      { brand_id },
    );
    return outcome(handled, () => ({ id: brand_id, brand_id }));
  },
});

export const brandCommands: readonly CommandDefinition[] = [createBrand, setRetention];
