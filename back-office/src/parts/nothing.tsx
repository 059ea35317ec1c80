import { Text } from '@mantine/core';
import classes from './nothing.module.css';

/** A page without anything to show: that there is nothing, and what to do next. */
export const Nothing = ({ title, what }: { readonly title: string; readonly what: string }) => (
  <div className={classes.nothing}>
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{what}</Text>
  </div>
);
