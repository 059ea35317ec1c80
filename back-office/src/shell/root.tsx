import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SignInPage } from '../pages/sign-in/page.tsx';
import { PersonInside, sessionQuery } from '../session/session.ts';
import { Frame } from './frame.tsx';
import { Loading } from './loading.tsx';

/** Who has no session signs in first; the address stays, and the page opens after it. */
const Gate = () => {
  const { data: person } = useSuspenseQuery(sessionQuery);
  const { pathname } = useLocation();
  if (pathname.endsWith('/accept')) return <Outlet />;
  if (person === null) return <SignInPage />;
  return (
    <PersonInside value={person}>
      <Frame />
    </PersonInside>
  );
};

export const Root = () => (
  <Suspense fallback={<Loading />}>
    <Gate />
  </Suspense>
);
