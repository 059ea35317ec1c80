import type { Decider } from '../decider.ts';
import { conflict } from '../refusal.ts';
import type { LoyaltyEvent, ServicePinged } from './events.ts';
import { evolveLoyalty, isSameService, type LoyaltyState, requireService } from './state.ts';

export type LoyaltyCommand =
  | {
      readonly type: 'ConfigureLoyalty';
      readonly brand_id: string;
      readonly name: string;
      readonly base_url: string;
      readonly secret_id: string;
    }
  | { readonly type: 'RotateLoyaltySecret'; readonly secret_id: string }
  | { readonly type: 'NotePing'; readonly ping: Omit<ServicePinged, 'brand_id'> }
  | { readonly type: 'DisconnectLoyalty' }
  | { readonly type: 'ResendLoyaltyDelivery'; readonly delivery_id: number; readonly at: string };

const decide = (state: LoyaltyState, command: LoyaltyCommand): readonly LoyaltyEvent[] => {
  switch (command.type) {
    case 'ConfigureLoyalty': {
      const { type: _, ...data } = command;
      if (isSameService(state, command)) return [];
      return [{ type: 'ServiceConnected', data }];
    }
    // Calls that wait after a disconnection are signed, too.
    case 'RotateLoyaltySecret':
      return [{ type: 'SecretRotated', data: { brand_id: requireEver(state), secret_id: command.secret_id } }];
    case 'NotePing':
      return [{ type: 'ServicePinged', data: { brand_id: requireService(state).brand_id, ...command.ping } }];
    case 'DisconnectLoyalty': {
      const brand_id = requireEver(state);
      return state?.is_connected ? [{ type: 'ServiceDisconnected', data: { brand_id } }] : [];
    }
    case 'ResendLoyaltyDelivery': {
      const { delivery_id, at } = command;
      return [{ type: 'LoyaltyDeliveryResent', data: { brand_id: requireEver(state), delivery_id, resent_at: at } }];
    }
  }
};

/** The brand, if it has ever connected a service. */
const requireEver = (state: LoyaltyState): string => {
  if (state === null) throw conflict('loyalty_not_connected');
  return state.brand_id;
};

export const loyaltyDecider: Decider<LoyaltyState, LoyaltyCommand, LoyaltyEvent> = {
  category: 'loyalty',
  stateVersion: 1,
  initial: null,
  evolve: evolveLoyalty,
  decide,
};
