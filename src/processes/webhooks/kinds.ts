import { derivedUuid } from '../../commands/loop/envelope.ts';
import type { Notice, WebhookKind, WebhookViews } from '../../commands/webhooks/webhook-kind.ts';
import { isOf } from '../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

/** One call for each key that gets it. */
export interface Telling {
  readonly kind: WebhookKind;
  readonly notice: Notice;
  /** The id of the call to this key: always the same for the same event. */
  eventIdFor(keyId: string): string;
}

/** All calls of an event, in the order of the kinds. */
export const tellingsOf = async (
  kinds: readonly WebhookKind[],
  event: RecordedEvent,
  views: WebhookViews,
): Promise<Telling[]> => {
  const tellings: Telling[] = [];
  let together = 0;
  for (const kind of kinds) {
    if (!isOf(event, ...kind.types)) continue;
    const notices = await kind.tells(event, views);
    for (const [own, notice] of notices.entries()) {
      const number = kind.numbered === 'together' ? [together++] : [kind.event, own];
      tellings.push({ kind, notice, eventIdFor: (keyId) => derivedUuid('webhook', event.id, keyId, ...number) });
    }
  }
  return tellings;
};

/** Names of the kinds for which a key lacks the permission. */
export const kindsWithoutPermission = (
  kinds: readonly WebhookKind[],
  { permissions }: { readonly permissions: readonly string[] },
): string[] =>
  kinds
    .filter(({ permission }) => permission !== undefined && !permissions.includes(permission))
    .map(({ event }) => event);

/**
 * Up to which log position the read models show the changes, by the kind's name. Kinds that wait for nothing are
 * missing.
 */
export type ShownPositions = Readonly<Record<string, number>>;

/** `positionOf`: up to which log position a read model shows the changes. */
export const shownPositions = (
  kinds: readonly WebhookKind[],
  positionOf: (readModel: string) => number,
): ShownPositions =>
  Object.fromEntries(
    kinds.flatMap(({ event, shown_by }) => (shown_by === null ? [] : [[event, positionOf(shown_by)]])),
  );
