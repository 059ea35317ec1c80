import { words } from './words.js';

const at = (latitude, longitude) => ({ latitude, longitude });

/** In place of a map: some places in Tashkent. Your shop has a map, or asks a service that finds addresses. */
export const PLACES = [
  { name: 'Сквер Амира Темура', street: 'проспект Амира Темура, 41', at: at(41.3058, 69.2818) },
  { name: 'Юнусабад, 4-й квартал', street: 'Юнусабад, 4-й квартал, 12', at: at(41.345, 69.289) },
  { name: 'Чиланзар, 9-й квартал', street: 'улица Бунёдкор, 17', at: at(41.2856, 69.2039) },
  { name: 'Аэропорт Самарканда', street: 'Аэропорт, терминал 1', at: at(39.7005, 66.9838) },
];

/** The place of this browser, if the guest allows it. */
export const whereIAm = () =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ name: words.my_place, street: '', at: at(coords.latitude, coords.longitude) }),
      () => reject(new Error(words.no_place)),
    );
  });
