import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { ClientCommand, Erasing, GivenAddress } from './commands.ts';
import type { Address, ClientEvent } from './events.ts';
import {
  type Client,
  type ClientAddress,
  type ClientState,
  evolveClient,
  isSamePlace,
  MAX_ADDRESSES,
  visibleAddresses,
} from './state.ts';

const decide = (state: ClientState, command: ClientCommand): readonly ClientEvent[] => {
  if (command.type === 'RegisterClient') return register(state, command);
  if (state === null || state.brand_id !== command.brand_id) throw notFound('client_not_found');
  // These say nothing of the person, and may come late.
  const isForErased = command.type === 'NoteCommit' || command.type.startsWith('EraseClient');
  if (state.is_erased && !isForErased) throw notFound('client_not_found');
  switch (command.type) {
    case 'AddAddress':
      return addAddress(state, command);
    case 'HideAddress':
      return hideAddress(state, command.address_id);
    case 'NoteCommit': {
      const { client_id, brand_id } = state;
      return [{ type: 'LoyaltyCommitted', data: { client_id, brand_id, ...command.commit } }];
    }
    case 'AdjustPoints':
      return adjustPoints(state, command);
    case 'EraseClient':
      return state.is_erased ? [] : [erased(state, command)];
    case 'EraseClientAgain':
      return state.is_erased ? [erased(state, { ...command, reason: null })] : [];
  }
};

const erased = (
  { client_id, brand_id }: Client,
  { reason, order_ids, reservation_ids, subjects }: Omit<Erasing, 'reason'> & { readonly reason: string | null },
): ClientEvent => ({
  type: 'ClientErased',
  data: {
    client_id,
    brand_id,
    reason,
    order_ids: [...order_ids],
    reservation_ids: [...reservation_ids],
    subjects: [...subjects],
  },
});

/** An empty name is no name: it never replaces a real one. */
export const meaningfulName = (name: string | null | undefined): string | null => name?.trim() || null;

const register = (
  state: ClientState,
  { client, registered_on }: Extract<ClientCommand, { type: 'RegisterClient' }>,
): readonly ClientEvent[] => {
  const { client_id, brand_id, phone, name } = client;
  // The phone's claim has to be given up first: then the phone gets a new client.
  if (state?.is_erased) throw conflict('client_erased');
  const said = meaningfulName(name);
  if (state === null) {
    const personal = { client_id, phone, name: said };
    // In the order of the alphabet: the tree over the log takes the JSON as it is, and has nothing to sort.
    return [{ type: 'ClientRegistered', data: { brand_id, client_id, personal, registered_on } }];
  }
  if (said === null || said === state.name) return [];
  return [{ type: 'ClientNamed', data: { client_id, brand_id, personal: { client_id, name: said } } }];
};

const addAddress = (
  client: Client,
  { address_id, address, derived_name }: Extract<ClientCommand, { type: 'AddAddress' }>,
): readonly ClientEvent[] => {
  const known = client.addresses.find((it) => isSamePlace(it, address));
  if (!known || known.is_hidden) requireRoom(client);
  if (known) return changeAddress(client, known, address);
  const { name, latitude, longitude, ...optional } = address;
  const added: Address = { ...NO_DETAILS, ...given(optional), latitude, longitude, name: name ?? derived_name };
  return [{ type: 'ClientAddressAdded', data: addressData(client, address_id, added) }];
};

const changeAddress = (
  client: Client,
  { id, is_hidden, ...before }: ClientAddress,
  { latitude: _latitude, longitude: _longitude, ...changes }: GivenAddress,
): readonly ClientEvent[] => {
  const after: Address = { ...before, ...given(changes) };
  if (!is_hidden && isSameValue(before, after)) return [];
  return [{ type: 'ClientAddressChanged', data: addressData(client, id, after) }];
};

const hideAddress = (client: Client, address_id: number): readonly ClientEvent[] => {
  const { client_id, brand_id } = client;
  if (!visibleAddresses(client).some(({ id }) => id === address_id)) throw notFound('client_address_not_found');
  return [{ type: 'ClientAddressHidden', data: { client_id, brand_id, address_id } }];
};

const adjustPoints = (
  { client_id, brand_id, loyalty_balance }: Client,
  { amount, reason }: Extract<ClientCommand, { type: 'AdjustPoints' }>,
): readonly ClientEvent[] => {
  const balance = loyalty_balance + amount;
  if (balance < 0) throw conflict('points_insufficient', { balance: loyalty_balance });
  if (balance > MAX_POINTS) throw conflict('points_too_many', { max: MAX_POINTS });
  return [{ type: 'PointsAdjusted', data: { client_id, brand_id, amount, balance, personal: { client_id, reason } } }];
};

/** So that sums of points stay exact integers. */
const MAX_POINTS = 1_000_000_000_000;

const NO_DETAILS = { short_name: null, apartment: null, floor: null, entrance: null, intercom: null, navigate: null };

const requireRoom = (client: Client): void => {
  if (visibleAddresses(client).length < MAX_ADDRESSES) return;
  throw conflict('client_addresses_too_many', { max: MAX_ADDRESSES });
};

const addressData = ({ client_id, brand_id }: Client, address_id: number, address: Address) => ({
  client_id,
  brand_id,
  address_id,
  personal: { client_id, address },
});

/** Only the fields that were given. Object.fromEntries forgets which these are. */
export const given = <Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]: Exclude<Fields[Field], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export const clientDecider: Decider<ClientState, ClientCommand, ClientEvent> = {
  category: 'client',
  stateVersion: 3,
  initial: null,
  evolve: evolveClient,
  decide,
};
