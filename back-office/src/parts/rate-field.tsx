import { AmountField } from './amount-field.tsx';
import { NumberField } from './number-field.tsx';

interface RateFieldProps {
  /** Whether it is a percent. Else it is an amount of money. */
  readonly isPercent: boolean;
  readonly label: string;
  /** The highest percent. */
  readonly max: number;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
  readonly error: string | undefined;
  readonly isFirst?: boolean;
}

/** How much: of something in percent, or in money. */
export const RateField = ({ isPercent, max, isFirst = false, ...rest }: RateFieldProps) =>
  isPercent ? (
    <NumberField min={0} max={max} decimalScale={3} data-autofocus={isFirst || undefined} {...rest} />
  ) : (
    <AmountField isFirst={isFirst} {...rest} />
  );
