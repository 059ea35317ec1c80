import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Moment } from './use-moment.ts';

/** How many times as fast as the restaurant lived it. */
export const SPEEDS = [1, 10, 60, 180, 600] as const;
export type Speed = (typeof SPEEDS)[number];

const FRAME_MS = 400;
const SECOND_MS = 1_000;

/**
 * Plays the past: the slider runs on by itself until it reaches now.
 * A frame that the server has not answered yet is waited for, so that no frame is skipped over.
 */
export const usePlay = ({ instant, isNow, goTo }: Moment) => {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(60);
  const isWaiting = useIsFetching({ queryKey: ['point'] }) > 0;
  const last = useRef(0);

  useEffect(() => {
    if (isNow && isPlaying) setPlaying(false);
  }, [isNow, isPlaying]);
  useEffect(() => {
    if (!isPlaying || isWaiting) return;
    last.current ||= performance.now();
    const timer = setTimeout(() => {
      const passed = Math.min(performance.now() - last.current, 2 * FRAME_MS);
      last.current = performance.now();
      goTo(Math.round((instant + passed * speed) / SECOND_MS) * SECOND_MS);
    }, FRAME_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isWaiting, instant, speed, goTo]);

  return {
    isPlaying,
    speed,
    setSpeed,
    toggle: (): void => {
      last.current = 0;
      setPlaying(!isPlaying);
    },
    stop: (): void => setPlaying(false),
  };
};
