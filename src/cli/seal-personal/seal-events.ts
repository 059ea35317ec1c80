import type { Codec } from '../../event-store/codec.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { packData } from '../../event-store/packing/packed-data.ts';
import type { OpenPart, PersonalData } from '../../event-store/personal-data.ts';
import { sealedIn, toBeSealed, withSealed } from '../../event-store/personal-form.ts';
import { narrowMetadata } from '../../event-store/postgres/narrow-metadata.ts';
import type { Shared } from '../../event-store/postgres/shared-metadata.ts';

/** What is different about an event whose personal data are sealed now. */
export interface Changed {
  readonly position: number;
  readonly packed: string;
  /** For an event that is brought up to date: its metadata, as JSON, and the part that others share. Null: they stay. */
  readonly metadata: string | null;
  readonly shared: Shared | null;
}

/** Seals stored events, as they would be recorded today. */
export interface SealEvents {
  hasPlain(stored: readonly RecordedEvent[]): Promise<boolean>;
  changed(stored: readonly RecordedEvent[]): Promise<Changed[]>;
}

interface Plain extends OpenPart {
  readonly event: RecordedEvent;
  readonly isLifted: boolean;
}

export const createSealEvents = (codec: Codec, personalData: PersonalData): SealEvents => {
  /** Events with personal data in plain text, in the shape of today: an older shape may have them elsewhere. */
  const plainOf = async (stored: readonly RecordedEvent[]): Promise<Plain[]> => {
    const current = await codec.decode(stored);
    return current.flatMap((event, index) => {
      const before = stored[index]!;
      if (sealedIn(before.data)) return [];
      const part = toBeSealed(event.data);
      const isLifted = event.metadata.schema_version !== before.metadata.schema_version;
      return part ? [{ ...part, event, isLifted, owner: event, brandId: event.metadata.brand_id }] : [];
    });
  };

  return {
    hasPlain: async (stored) => (await plainOf(stored)).length > 0,
    changed: async (stored) => {
      const plain = await plainOf(stored);
      const sealed = await personalData.seal(plain);
      return plain.map(({ event, isLifted }, index) => {
        const packed = packData(withSealed(event.data, sealed[index]!));
        return { position: event.position, packed, ...(isLifted ? metadataOf(event) : UNCHANGED) };
      });
    },
  };
};

const UNCHANGED = { metadata: null, shared: null };

const metadataOf = ({ metadata }: RecordedEvent): Pick<Changed, 'metadata' | 'shared'> => ({
  metadata: JSON.stringify(metadata),
  shared: narrowMetadata(metadata)?.shared ?? null,
});
