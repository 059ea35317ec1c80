import { accessToCommand, accessToReading, hasCommands, type Role } from '../../domain/accounts/roles.ts';
import { HttpError } from './errors.ts';
import type { KeyRecord } from './key-record.ts';
import type { Route } from './route.ts';

/**
 * Throws HttpError 403 for callers that may not use the route. A key goes by its audience and permissions, a person by the
 * role (src/domain/accounts/roles.ts). Audits show the whole brand: a person of some points has none.
 */
export const createAccessCheck = (route: Route): ((caller: KeyRecord) => void) => {
  const { audience, permission } = route;
  const audiences: readonly string[] = typeof audience === 'string' ? [audience] : audience;
  return (caller) => {
    if (caller.account) {
      if (!isForRole(route, caller.account.role)) throw new HttpError(403, 'role_forbidden');
      if (audience === 'auditor' && caller.point_ids !== null) throw new HttpError(403, 'points_forbidden');
      return;
    }
    if (!audiences.includes(caller.audience)) throw new HttpError(403, 'audience_forbidden');
    if (permission && !caller.permissions.includes(permission)) throw new HttpError(403, `no_access_to_${permission}`);
  };
};

const isForRole = ({ command, operationId, audience }: Route, role: Role): boolean => {
  if (audience === 'person') return true;
  if (command !== undefined) return accessToCommand(role, command) !== undefined;
  if (operationId === 'sendCommands' || operationId === 'checkCommands') return hasCommands(role);
  return accessToReading(role, operationId, audience === 'auditor') !== undefined;
};
