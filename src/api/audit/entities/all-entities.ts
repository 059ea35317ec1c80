import type { AnyAuditedEntity } from '../entity.ts';
import { accountEntity } from './accounts.ts';
import { clientEntity } from './clients.ts';
import type { EntityDependencies } from './dependencies.ts';
import { employeeEntity } from './employees.ts';
import { keyEntity } from './keys.ts';
import { motivationEntity } from './motivations.ts';
import { orderEntity } from './orders.ts';
import { organizationEntity } from './organizations.ts';
import { paymentTypeEntity } from './payment-types.ts';
import { pointEntity } from './points.ts';
import { productEntity } from './products.ts';
import { reservationEntity } from './reservations.ts';
import { shiftEntity } from './shifts.ts';
import { showcaseEntity } from './showcases.ts';
import { supplierEntity } from './suppliers.ts';
import { webhookEntity } from './webhooks.ts';
import { zoneEntity } from './zones.ts';

/** Everything whose history auditors can ask for. */
export const allEntities = (deps: EntityDependencies): AnyAuditedEntity[] =>
  [
    orderEntity,
    reservationEntity,
    clientEntity,
    employeeEntity,
    pointEntity,
    shiftEntity,
    productEntity,
    showcaseEntity,
    paymentTypeEntity,
    zoneEntity,
    keyEntity,
    webhookEntity,
    organizationEntity,
    supplierEntity,
    accountEntity,
    motivationEntity,
  ].map((define) => define(deps));
