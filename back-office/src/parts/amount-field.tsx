import { useFormats } from './formats.ts';
import { NumberField } from './number-field.tsx';

interface AmountFieldProps {
  readonly label: string;
  readonly description?: string;
  /** In the currency, as it is typed. */
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
  readonly error?: string | undefined;
  readonly isFirst?: boolean;
  /** Whether it may be below zero. */
  readonly isSigned?: boolean;
}

/** Money, as people type it. `minorOf` gives the number of the API. */
export const AmountField = ({ label, description, value, onChange, error, isFirst, isSigned }: AmountFieldProps) => {
  const { exponent, currency } = useFormats();
  return (
    <NumberField
      label={`${label}, ${currency}`}
      description={description}
      min={isSigned ? undefined : 0}
      decimalScale={exponent}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
};

/** What was typed, in the smallest unit of the currency. Undefined: nothing. */
export const minorOf = (value: number | string, unit: number): number | undefined =>
  value === '' || Number.isNaN(Number(value)) ? undefined : Math.round(Number(value) * unit);
