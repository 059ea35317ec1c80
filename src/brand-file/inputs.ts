import { z } from 'zod';
import { zoneInput } from '../commands/delivery/zone-input.ts';
import { employeeInput } from '../commands/employees/employee-input.ts';
import { id } from '../commands/fields/fields.ts';
import { newKeyInput } from '../commands/keys/key-input.ts';
import { categoryInput, menuFolderInput } from '../commands/menu/catalogue-input.ts';
import { productInput } from '../commands/menu/product-input.ts';
import { showcaseInput } from '../commands/menu/showcase-input.ts';
import { pointInput } from '../commands/points/point-input.ts';
import { LIST_FIELDS } from '../commands/references/list-inputs.ts';
import type { SectionName } from './sections.ts';

const entry = (fields: z.ZodRawShape): z.ZodObject => z.object({ id: id().nullish(), ...fields });

/** What the command that makes a thing of a section takes. The commands themselves stay out: a page reads brand files too. */
export const INPUTS: Readonly<Record<SectionName, z.ZodObject>> = {
  points: pointInput,
  regions: entry(LIST_FIELDS.regions),
  districts: entry(LIST_FIELDS.districts),
  order_type_subs: entry(LIST_FIELDS.order_type_subs),
  payment_types: entry(LIST_FIELDS.payment_types),
  payment_purposes: entry(LIST_FIELDS.payment_purposes),
  cancel_causes: entry(LIST_FIELDS.cancel_causes),
  accounts: entry(LIST_FIELDS.accounts),
  halls: entry(LIST_FIELDS.halls),
  tables: entry(LIST_FIELDS.tables),
  zones: zoneInput,
  categories: categoryInput,
  menu_folders: menuFolderInput,
  products: productInput,
  showcases: showcaseInput,
  staff: employeeInput,
  keys: newKeyInput,
};
