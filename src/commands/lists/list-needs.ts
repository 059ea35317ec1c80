import type { Need } from '../../domain/needs.ts';
import type { ZonePlaces } from '../delivery/zones.ts';

/** Lists whose entries are needed by what stands on streams of their own. */
export type NeededThing =
  | ('table' | 'payment_type' | 'order_type_sub' | 'account')
  | ('region' | 'district' | 'category' | 'menu_folder');

/** Port: what needs an entry of a list. The read side answers it, as of now. */
export interface ListNeeds extends ZonePlaces {
  neededBy(brandId: string, what: NeededThing, id: number): Promise<readonly Need[]>;
}
