import { closeCheque } from './close-cheque.ts';
import { deleteCheque } from './delete-cheque.ts';
import { acceptOrder, deliverOrder, handToCourier, packOrder, sendToKitchen, startCooking } from './order-steps.ts';

export const tillCommands = [
  acceptOrder,
  sendToKitchen,
  startCooking,
  packOrder,
  handToCourier,
  deliverOrder,
  closeCheque,
  deleteCheque,
];
