import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { language } from '../words/language.ts';
import { numberMarks } from './number-marks.ts';

interface NumberFieldProps extends NumberInputProps {
  /** Whether thousands are kept apart. Not of a place on the map: who copies one from elsewhere writes a point for the decimals. */
  readonly hasGroups?: boolean;
}

/** A number, typed and shown with the marks of the page's language, as tables show it. */
export const NumberField = ({ hasGroups = true, ...rest }: NumberFieldProps) => {
  // Draws anew when the language changes.
  useTranslation();
  const { group, decimal } = numberMarks(language());
  return (
    <NumberInput
      size="md"
      decimalSeparator={decimal}
      thousandSeparator={hasGroups && group}
      allowedDecimalSeparators={['.', ','].filter((mark) => !hasGroups || mark !== group)}
      {...rest}
    />
  );
};
