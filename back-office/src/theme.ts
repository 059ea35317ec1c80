import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core';
import i18next from 'i18next';
import { dark, orange, red, sea } from './colours.ts';

const FOR_A_FINGER = '2.75rem';

/** The size `md`, which all pages use, is two pixels too small for a finger; a small button has small words alone. */
const touched =
  (part: 'wrapper' | 'root', name: string) =>
  (_: unknown, { size }: { readonly size?: unknown }): { [part: string]: Record<string, string> } => ({
    [part]: size === 'md' || size === 'sm' ? { [name]: FOR_A_FINGER } : {},
  });

export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  colors: { sea, red, orange, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  // The quiet form of the accent is the same one everywhere (see page.css).
  variantColorResolver: (input) => {
    const isAccent = input.color === undefined || input.color === 'sea';
    if (input.variant !== 'light' || !isAccent) return defaultVariantColorsResolver(input);
    return {
      background: 'var(--accent-soft)',
      hover: 'var(--accent-soft-hover)',
      color: 'var(--accent)',
      border: '1px solid transparent',
    };
  },
  components: {
    // A state that is cut says nothing.
    Badge: { defaultProps: { tt: 'none' }, styles: { root: { minWidth: 'max-content' } } },
    // Tabs that do not fit are scrolled to: a second row of them looks like another choice.
    Tabs: {
      styles: {
        list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden', boxShadow: 'inset 0 -1px 0 var(--line)' },
        tab: { flexShrink: 0, minHeight: FOR_A_FINGER },
      },
    },
    Modal: {
      // Asked for anew each time a dialog opens: in the language of then.
      defaultProps: () => ({
        closeButtonProps: { 'aria-label': i18next.t('shell.close'), size: 44 },
        // The page has a header of its own.
        attributes: { header: { role: 'presentation' } },
      }),
      styles: { title: { fontWeight: 650, fontSize: '1.125rem', lineHeight: 1.3 } },
    },
    Notification: {
      defaultProps: () => ({ closeButtonProps: { 'aria-label': i18next.t('shell.close'), size: 44 } }),
    },
    // As wide as its form, its words may need two lines.
    SegmentedControl: {
      styles: (_: unknown, { fullWidth }: { readonly fullWidth?: boolean }) =>
        fullWidth
          ? {
              label: { display: 'grid', placeContent: 'center', height: '100%', whiteSpace: 'normal', lineHeight: 1.2 },
            }
          : {},
    },
    // What is touched has 44 pixels. Those of a finger begin at this size; page.css has the crosses that empty a field.
    Input: { vars: touched('wrapper', '--input-height') },
    // Words that do not fit take a second line.
    Button: {
      vars: touched('root', '--button-height'),
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)' },
        label: { height: 'auto', paddingBlock: 4, whiteSpace: 'normal', lineHeight: 1.25, overflow: 'visible' },
      },
    },
    // Arrows of 20 pixels are no targets for a finger; those of the keyboard do the same.
    NumberInput: { defaultProps: { hideControls: true } },
  },
});

/** The colours of page.css in the places where components look for theirs. */
export const variables: CSSVariablesResolver = () => {
  const colours = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-default-border': 'var(--line)',
  };
  return { variables: {}, light: colours, dark: colours };
};
