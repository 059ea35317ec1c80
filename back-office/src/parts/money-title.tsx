import { Group, Text, Title } from '@mantine/core';
import { useFormats } from './formats.ts';

/** The title of a page of sums, with the currency of all of them: the tables leave it out. */
export const MoneyTitle = ({ title }: { readonly title: string }) => {
  const { currency } = useFormats();
  return (
    <Group gap={8} align="baseline" wrap="nowrap">
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{currency}</Text>
    </Group>
  );
};
