import { conflict } from '../refusal.ts';
import type { LoyaltyEvent } from './events.ts';

/** The loyalty service of a brand. */
export interface LoyaltyConnection {
  readonly brand_id: string;
  readonly name: string;
  readonly base_url: string;
  /** The secret that signs the calls now. */
  readonly secret_id: string;
  /** False: nothing new begins. Calls that wait are still made. */
  readonly is_connected: boolean;
}

/** Null until the first service is connected. */
export type LoyaltyState = LoyaltyConnection | null;

/** The service, if one is connected. */
export const connectedService = (state: LoyaltyState): LoyaltyConnection | null => (state?.is_connected ? state : null);

/** The service at that address is connected under that name: its secret stays as well. */
export const isSameService = (
  state: LoyaltyState,
  { name, base_url }: Pick<LoyaltyConnection, 'name' | 'base_url'>,
): state is LoyaltyConnection => state?.is_connected === true && state.name === name && state.base_url === base_url;

/** The connected service. Throws loyalty_not_connected (409). */
export const requireService = (state: LoyaltyState): LoyaltyConnection => {
  const connection = connectedService(state);
  if (connection === null) throw conflict('loyalty_not_connected');
  return connection;
};

export const evolveLoyalty = (state: LoyaltyState, event: LoyaltyEvent): LoyaltyState => {
  if (event.type === 'ServiceConnected') return { ...event.data, is_connected: true };
  if (state === null) return null;
  switch (event.type) {
    case 'SecretRotated':
      return { ...state, secret_id: event.data.secret_id };
    case 'ServiceDisconnected':
      return { ...state, is_connected: false };
    // These events are about calls: the connection stays as it is.
    case 'ServicePinged':
    case 'LoyaltyDeliveryResent':
      return state;
  }
};
