import type { CommandDefinition } from '../bus/command.ts';
import { adjustCheque, assignCheque, reopenCheque } from './change-cheque.ts';
import { addItems, removeItem } from './cheque-items.ts';
import { closeCheque } from './close-cheque.ts';
import { deleteCheque } from './delete-cheque.ts';
import { openCheque } from './open-cheque.ts';
import { acceptOrder, deliverOrder, handToCourier, packOrder, sendToKitchen, startCooking } from './order-steps.ts';
import type { Ordering } from './ordering.ts';
import { returnGoods } from './return-goods.ts';
import { confirmOrder, failPayment, registerPayment, rejectOrder, releasePreorder } from './waiting-orders.ts';

export const orderCommands: readonly CommandDefinition<Ordering>[] = [
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
  openCheque,
  addItems,
  removeItem,
  adjustCheque,
  assignCheque,
  closeCheque,
  reopenCheque,
  deleteCheque,
  returnGoods,
];
