import { closeCheque } from './close-cheque.ts';
import { deleteCheque } from './delete-cheque.ts';
import { acceptOrder, deliverOrder, handToCourier, packOrder, sendToKitchen, startCooking } from './order-steps.ts';
import { confirmOrder, failPayment, registerPayment, rejectOrder, releasePreorder } from './waiting-orders.ts';

export const tillCommands = [
  registerPayment,
  failPayment,
  confirmOrder,
  rejectOrder,
  releasePreorder,
  acceptOrder,
  sendToKitchen,
  startCooking,
  packOrder,
  handToCourier,
  deliverOrder,
  closeCheque,
  deleteCheque,
];
