import type pg from 'pg';
import type { Notice, WebhookKind } from '../../commands/webhooks/webhook-kind.ts';
import type { AccessKeyEvent, Webhook } from '../../domain/keys/events.ts';
import { webhookStop } from '../../domain/keys/webhook.ts';
import { kindsWithoutPermission } from './kinds.ts';

/** A partner's key, as far as webhooks need it. */
export interface Target {
  readonly key_id: string;
  readonly brand_id: string;
  readonly permissions: readonly string[];
  readonly point_ids: readonly string[] | null;
  /** The menus of the key. */
  readonly showcase_ids: readonly number[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly webhook: Webhook | null;
}

/** The target after an event of its key; undefined for a key that is not a partner's. */
export const evolveTarget = (target: Target | undefined, event: AccessKeyEvent): Target | undefined => {
  if (event.type === 'KeyIssued') {
    const { key_id, brand_id, audience, permissions, point_ids, showcase_ids, expires_at } = event.data;
    if (audience !== 'partner') return undefined;
    return { key_id, brand_id, permissions, point_ids, showcase_ids, expires_at, revoked_at: null, webhook: null };
  }
  if (target === undefined) return undefined;
  switch (event.type) {
    case 'KeyTermsChanged': {
      const { permissions, point_ids, showcase_ids, expires_at } = event.data;
      return { ...target, permissions, point_ids, showcase_ids, expires_at };
    }
    case 'KeyRevoked':
      return { ...target, revoked_at: event.data.revoked_at };
    case 'WebhookConfigured': {
      const { url, events, secret_id } = event.data;
      return { ...target, webhook: { url, events, secret_id } };
    }
    case 'WebhookSecretRotated':
      return { ...target, webhook: target.webhook && { ...target.webhook, secret_id: event.data.secret_id } };
    default:
      return target;
  }
};

/** Whether the key gets such calls at all, at this instant (milliseconds). */
export const hears = (target: Target, kind: WebhookKind, at: number): boolean => {
  if (webhookStop(target, at) !== null) return false;
  if (kindsWithoutPermission([kind], target).length > 0) return false;
  const events = target.webhook?.events ?? null;
  return events === null || events.includes(kind.event);
};

interface Told extends Pick<Notice, 'point_id' | 'of_each_point'> {
  readonly kind: WebhookKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Whether the key gets such a call for this point, for each point, or for the whole brand (null). */
export const isToldOf = (target: Target, { kind, point_id, of_each_point, at }: Told): boolean => {
  const points = target.point_ids;
  const isOfItsPoints = points === null || of_each_point || (point_id !== null && points.includes(point_id));
  return isOfItsPoints && hears(target, kind, at);
};

interface TargetRow extends Omit<Target, 'expires_at' | 'revoked_at' | 'webhook'> {
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly url: string | null;
  readonly events: Webhook['events'];
  readonly secret_id: string | null;
}

/** All partners of these brands, by key. */
export const readTargets = async (tx: pg.PoolClient, brandIds: readonly string[]): Promise<Map<string, Target>> => {
  const { rows } = await tx.query<TargetRow>('select * from app.webhook_targets where brand_id = any($1)', [brandIds]);
  return new Map(rows.map((row) => [row.key_id, toTarget(row)]));
};

const toTarget = ({ url, events, secret_id, expires_at, revoked_at, ...rest }: TargetRow): Target => ({
  ...rest,
  expires_at: expires_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
  webhook: url === null || secret_id === null ? null : { url, events, secret_id },
});

const WRITE = `
  insert into app.webhook_targets
    (key_id, brand_id, permissions, point_ids, showcase_ids, expires_at, revoked_at, url, events, secret_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (key_id) do update set permissions = excluded.permissions, point_ids = excluded.point_ids,
    showcase_ids = excluded.showcase_ids,
    expires_at = excluded.expires_at, revoked_at = excluded.revoked_at, url = excluded.url, events = excluded.events,
    secret_id = excluded.secret_id`;

export const writeTarget = async (tx: pg.PoolClient, target: Target): Promise<void> => {
  const { key_id, brand_id, permissions, point_ids, showcase_ids, expires_at, revoked_at, webhook } = target;
  await tx.query(WRITE, [
    ...[key_id, brand_id, permissions, point_ids, showcase_ids, expires_at, revoked_at],
    ...[webhook?.url ?? null, webhook?.events ?? null, webhook?.secret_id ?? null],
  ]);
};
