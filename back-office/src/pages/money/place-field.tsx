import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { boardQuery } from '../../reading/board.ts';
import { accountsQuery } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';

/** Where money is: an account, or the drawer of the shift that is open. */
export type MoneyPlace = { readonly account_id: number } | { readonly shift_id: number };

interface PlaceFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Whether the drawer of the open shift may be chosen. */
  readonly withDrawer?: boolean;
  readonly sources?: readonly string[];
  readonly error?: string | undefined;
}

/** The accounts of the point and of the brand, and the drawer: `account:7`, `shift:12`. */
export const usePlaces = (withDrawer: boolean, sources?: readonly string[]) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id: pointId } = usePoint();
  const may = useMay();
  const { data: accounts = [] } = useQuery(accountsQuery({ pointId, at: undefined }));
  const { data: board } = useQuery({
    ...boardQuery(pointId, { at: undefined, asAuditor: false }),
    enabled: withDrawer && may.reading('getBoard'),
  });
  return [
    ...(withDrawer && board?.shift
      ? [{ value: `shift:${board.shift.shift_id}`, label: t('money.drawerOf', { number: board.shift.shift_number }) }]
      : []),
    ...accounts
      .filter(({ point_id, source }) => (point_id ?? pointId) === pointId && (sources?.includes(source) ?? true))
      .map(({ account_id, name, balance }) => ({
        value: `account:${account_id}`,
        label: `${name} · ${money(balance)}`,
      })),
  ];
};

export const PlaceField = ({ label, value, onChange, withDrawer = false, sources, error }: PlaceFieldProps) => {
  const places = usePlaces(withDrawer, sources);
  return (
    <Select
      size="md"
      label={label}
      data={places}
      value={value ?? places[0]?.value ?? null}
      onChange={onChange}
      allowDeselect={false}
      error={error}
    />
  );
};

/** The place that a field says. */
export const placeOf = (value: string): MoneyPlace => {
  const [kind, id] = value.split(':');
  return kind === 'shift' ? { shift_id: Number(id) } : { account_id: Number(id) };
};
