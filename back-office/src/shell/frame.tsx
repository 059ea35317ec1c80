import { useHotkeys } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNote } from '../live/connection-note.tsx';
import { useLive } from '../live/live.ts';
import { useAt } from '../place.ts';
import { usePoints } from '../points.ts';
import { useMay } from '../session/session.ts';
import { PastBanner } from '../time/past-banner.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { Loading } from './loading.tsx';
import { Navigation } from './navigation.tsx';
import { NoPoints } from './no-points.tsx';
import { OfTheirOwn } from './not-yours.tsx';
import { useKeysOfPages } from './page-keys.ts';

const CommandBox = lazy(async () => ({ default: (await import('./command-box.tsx')).CommandBox }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));
const TimeBar = lazy(async () => ({ default: (await import('../time/time-bar.tsx')).TimeBar }));

/** What stands around every page: navigation, point, time, search. */
export const Frame = () => {
  const points = usePoints();
  return points.length === 0 ? <NoPoints /> : <FrameOfPoint />;
};

const FrameOfPoint = () => {
  const { t } = useTranslation();
  const may = useMay();
  const at = useAt();
  const [isSearching, setSearching] = useState(false);
  const [isListing, setListing] = useState(false);
  const [isTimeOpen, setTimeOpen] = useState(false);
  useHotkeys([
    ['mod+K', () => setSearching(true)],
    ['/', () => setSearching(true)],
    ['?', () => setListing(true)],
    ['t', () => may.audit && setTimeOpen((before) => !before)],
  ]);
  useKeysOfPages();
  const connection = useLive();
  // When a film has come to now, its slider stays.
  useEffect(() => {
    if (at !== undefined) setTimeOpen(true);
  }, [at]);
  const showsTime = may.audit && (isTimeOpen || at !== undefined);

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header
        onSearch={() => setSearching(true)}
        onKeys={() => setListing(true)}
        time={may.audit ? { isOpen: showsTime, onToggle: () => setTimeOpen(!showsTime) } : undefined}
      />
      <Navigation />
      <main id="content" className={classes.main} tabIndex={-1}>
        {showsTime && (
          <Suspense fallback={<div className={classes.timePlace} />}>
            <TimeBar onClose={() => setTimeOpen(false)} />
          </Suspense>
        )}
        <PastBanner />
        <ConnectionNote connection={connection} />
        <Suspense fallback={<Loading />}>
          <OfTheirOwn>
            <Outlet />
          </OfTheirOwn>
        </Suspense>
      </main>
      <Suspense>
        {isSearching && <CommandBox onClose={() => setSearching(false)} />}
        {isListing && <KeyList onClose={() => setListing(false)} />}
      </Suspense>
    </div>
  );
};
