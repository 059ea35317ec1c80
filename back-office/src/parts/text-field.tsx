import { TextInput, type TextInputProps } from '@mantine/core';

interface TextFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The server's words about it. */
  readonly error?: string | undefined;
  /** Where one begins to type when the dialog opens. */
  readonly isFirst?: boolean | undefined;
}

/** A line of text in a form. */
export const TextField = ({ onChange, isFirst, ...rest }: TextFieldProps) => (
  <TextInput
    size="md"
    data-autofocus={isFirst || undefined}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...rest}
  />
);
