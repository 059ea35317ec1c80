import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { type Place, placeOf } from './place.ts';
import { Broken } from './shell/broken.tsx';
import { Loading } from './shell/loading.tsx';
import { NotThere } from './shell/not-there.tsx';
import { Root } from './shell/root.tsx';

/** The table of contents: each page is loaded when it is opened. */
const root = createRootRoute({
  component: Root,
  notFoundComponent: NotThere,
  validateSearch: (search: Record<string, unknown>): Place => placeOf(search),
  search: { middlewares: [retainSearchParams<Place>(['point', 'at'])] },
});

const page = <Path extends string>(path: Path, load: () => Promise<{ Page: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/now' });
  },
});

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./pages/order/page.tsx'), 'Page'),
});

const routeTree = root.addChildren([
  home,
  page('/now', () => import('./pages/now/page.tsx')),
  page('/kitchen', () => import('./pages/kitchen/page.tsx')),
  page('/floor', () => import('./pages/floor/page.tsx')),
  page('/sales', () => import('./pages/sales/page.tsx')),
  page('/money', () => import('./pages/money/page.tsx')),
  page('/menu', () => import('./pages/menu/page.tsx')),
  page('/staff', () => import('./pages/staff/page.tsx')),
  page('/guests', () => import('./pages/guests/page.tsx')),
  page('/integrations', () => import('./pages/integrations/page.tsx')),
  page('/audit', () => import('./pages/audit/page.tsx')),
  page('/set-up', () => import('./pages/set-up/page.tsx')),
  page('/accept', () => import('./pages/accept/page.tsx')),
  order,
]);

export const router = createRouter({
  routeTree,
  basepath: '/back-office',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
