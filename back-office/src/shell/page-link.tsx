import { createLink, type LinkComponent } from '@tanstack/react-router';
import { forwardRef } from 'react';

const Anchor = forwardRef<HTMLAnchorElement, React.ComponentPropsWithoutRef<'a'>>((props, ref) => (
  <a ref={ref} {...props} />
));

const Link = createLink(Anchor);

/** A link to a page, for Mantine's `component`. The point and the instant go with it. */
export const PageLink: LinkComponent<typeof Anchor> = (props) => <Link preload="intent" {...props} />;
