import { describe, expect, it } from 'vitest';
import type { ClientCommand } from '../../../../src/domain/clients/commands.ts';
import { clientDecider } from '../../../../src/domain/clients/decide.ts';
import { type Address, type ClientEvent, clientEvents } from '../../../../src/domain/clients/events.ts';
import { MAX_ADDRESSES, visibleAddresses } from '../../../../src/domain/clients/state.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(clientDecider, clientEvents);

const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const client_id = 12;
const ids = { client_id, brand_id };
const phone = '+998901234567';

const registered = (name: string | null = 'Aziza'): ClientEvent => ({
  type: 'ClientRegistered',
  data: { ...ids, registered_on: '2026-03-02', personal: { client_id, phone, name } },
});
const named = (name: string): ClientEvent => ({ type: 'ClientNamed', data: { ...ids, personal: { client_id, name } } });

const register = (name: string | null): ClientCommand => ({
  type: 'RegisterClient',
  client: { ...ids, phone, name },
  registered_on: '2026-03-02',
});

const home: Address = {
  name: 'Navoi 1',
  short_name: null,
  latitude: 41.311081,
  longitude: 69.240562,
  apartment: '4',
  floor: null,
  entrance: null,
  intercom: null,
  navigate: null,
};
const added = (address_id = 50, address = home): ClientEvent => ({
  type: 'ClientAddressAdded',
  data: { ...ids, address_id, personal: { client_id, address } },
});
const changed = (address: Address, address_id = 50): ClientEvent => ({
  type: 'ClientAddressChanged',
  data: { ...ids, address_id, personal: { client_id, address } },
});
const hidden = (address_id = 50): ClientEvent => ({ type: 'ClientAddressHidden', data: { ...ids, address_id } });

const add = (address: Partial<Address>, address_id = 60): ClientCommand => ({
  type: 'AddAddress',
  brand_id,
  address_id,
  address: { latitude: home.latitude, longitude: home.longitude, ...address },
  derived_name: 'Centre',
});
const hide: ClientCommand = { type: 'HideAddress', brand_id, address_id: 50 };
const adjust = (amount: number): ClientCommand => ({ type: 'AdjustPoints', brand_id, amount, reason: 'Birthday' });
const points = (amount: number, balance: number): ClientEvent => ({
  type: 'PointsAdjusted',
  data: { ...ids, amount, balance, personal: { client_id, reason: 'Birthday' } },
});

describe('a client', () => {
  it('a client is registered once, by the phone', () => {
    given().when(register('Aziza')).then(registered());
    given(registered()).when(register('Aziza')).thenNothing();
  });

  it('a client is named by the first name that says something, and renamed by the next', () => {
    given().when(register('  ')).then(registered(null));
    given(registered(null)).when(register(' Aziza ')).then(named('Aziza'));
    given(registered()).when(register('Aziza K.')).then(named('Aziza K.'));
    given(registered(), named('Aziza K.')).when(register('Aziza')).then(named('Aziza'));
  });

  it('a client never loses a name to a blank one', () => {
    for (const blank of [null, '', ' \t\n']) given(registered()).when(register(blank)).thenNothing();
  });

  it('a client must exist, in this brand, for all other commands', () => {
    const other = '11d1c0de-0000-4000-8000-000000000001';
    for (const command of [add({}), hide, adjust(5)]) {
      given().when(command).thenRefused('not_found', 'client_not_found');
      given(registered())
        .when({ ...command, brand_id: other } as ClientCommand)
        .thenRefused('not_found', 'client_not_found');
    }
  });
});

describe('an address', () => {
  it('a client’s address is added with what was given, and named by its place when it was given no name', () => {
    given(registered())
      .when(add({ name: 'Navoi 1', apartment: '4' }, 50))
      .then(added());
    given(registered())
      .when(add({}, 50))
      .then(added(50, { ...home, name: 'Centre', apartment: null }));
  });

  it('a client’s address at the same coordinates, to 6 places, is changed: what is given replaces, null too, what is left out stays', () => {
    const near = { latitude: 41.3110812, longitude: 69.2405619 };
    given(registered(), added())
      .when(add({ ...near, floor: '2' }))
      .then(changed({ ...home, floor: '2' }));
    given(registered(), added())
      .when(add({ apartment: null }))
      .then(changed({ ...home, apartment: null }));
    given(registered(), added())
      .when(add({ name: 'Home' }))
      .then(changed({ ...home, name: 'Home' }));
  });

  it('a client’s address given again as it is changes nothing', () => {
    given(registered(), added())
      .when(add({ latitude: 41.31108099 }))
      .thenNothing();
    given(registered(), added())
      .when(add({ apartment: '4' }))
      .thenNothing();
  });

  it('an address a step further is another one', () => {
    const further = { ...home, latitude: 41.311082 };
    given(registered(), added())
      .when(add({ ...further }))
      .then(added(60, further));
    // Both sides of the equator and of Greenwich.
    const south = { ...home, latitude: -home.latitude };
    given(registered(), added()).when(add(south)).then(added(60, south));
  });

  it('a client’s address is hidden once, and only the client’s own', () => {
    given(registered(), added()).when(hide).then(hidden());
    given(registered(), added(), hidden()).when(hide).thenRefused('not_found', 'client_address_not_found');
    given(registered(), added())
      .when({ ...hide, address_id: 51 } as ClientCommand)
      .thenRefused('not_found', 'client_address_not_found');
  });

  it('a client’s address that was hidden comes back, as it was and with what is new', () => {
    given(registered(), added(), hidden()).when(add({})).then(changed(home));
    const { state } = given(registered(), added(), hidden())
      .when(add({ floor: '2' }))
      .result();
    expect(visibleAddresses(state!)).toEqual([{ ...home, id: 50, floor: '2', is_hidden: false }]);
  });

  const places = Array.from({ length: MAX_ADDRESSES }, (_, n) => ({ ...home, latitude: 41 + n / 1_000 }));
  const full = [registered(), ...places.map((address, n) => added(100 + n, address))];

  it('a client’s address has no room beside 100 others, hidden ones aside', () => {
    const max = { max: MAX_ADDRESSES };
    given(...full)
      .when(add({}))
      .thenRefused('conflict', 'client_addresses_too_many', max);
    given(...full)
      .when(add({ latitude: 41, floor: '9' }))
      .then(changed({ ...places[0]!, floor: '9' }, 100));
    given(...full, hidden(100))
      .when(add({}))
      .then(added(60, { ...home, name: 'Centre', apartment: null }));
    given(...full, hidden(100), added())
      .when(add({ latitude: 41 }))
      .thenRefused('conflict', 'client_addresses_too_many', max);
  });

  it('a client’s address is forgotten in the end, so that adding and hiding has an end', () => {
    const hiddenOnes = places.map((_, n) => hidden(100 + n));
    const state = given(...full, ...hiddenOnes, added(), hidden()).state()!;
    expect(state.addresses).toHaveLength(MAX_ADDRESSES);
    expect(state.addresses.at(-1)?.id).toBe(50);
  });
});

describe('points', () => {
  it('points of a client are added and taken', () => {
    given(registered()).when(adjust(500)).then(points(500, 500));
    given(registered(), points(500, 500)).when(adjust(-500)).then(points(-500, 0));
  });

  it('points of a client are never below zero, nor beyond what can be counted', () => {
    given(registered(), points(500, 500)).when(adjust(-501)).thenRefused('conflict', 'points_insufficient', {
      balance: 500,
    });
    const most = 1_000_000_000_000;
    given(registered(), points(most, most)).when(adjust(1)).thenRefused('conflict', 'points_too_many', { max: most });
  });
});
