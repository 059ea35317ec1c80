import { z } from 'zod';
import { isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import { accessKeyDecider } from '../../../domain/keys/decide.ts';
import { accessKeyEvents } from '../../../domain/keys/events.ts';
import type { AccessKey } from '../../../domain/keys/state.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import { queryUuid } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { dataOf } from '../event-view.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/** The hash could be tried against guessed keys, and says nothing to an auditor. */
const withoutHash = (event: RecordedEvent): RecordedEvent => {
  const { key_hash: _, ...data } = dataOf(event);
  return { ...event, data };
};

/** A key without its secret and without its hash. */
export const keyEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/keys/:key_id',
    name: 'An access key',
    historySummary: "All of an access key's events, without the hash of the key",
    notFoundCode: 'key_not_found',
    params: z.object({ key_id: queryUuid() }),
    state: accessKeyEvents.KeyIssued.schema.omit({ brand_id: true, key_hash: true }).extend({
      issued_at: isoTimestamp(),
      revoked_at: isoTimestamp().nullable(),
      expires_at: isoTimestamp().nullable(),
    }),
    read: ({ key_id }, _brandId, signal) => streamPages(store, `${accessKeyDecider.category}-${key_id}`, signal),
    folding: foldingOf(accessKeyDecider),
    view: (key) => key && viewKey(key),
    shown: withoutHash,
  });

const viewKey = (key: AccessKey) => {
  const { brand_id: _, key_hash: __, webhook: ___, ...terms } = key;
  return terms;
};
