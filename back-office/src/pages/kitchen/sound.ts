import { useEffect, useRef, useState } from 'react';
import type { Order } from '../../reading/types.ts';

const KEPT = 'tillstream.kitchen-sound';

/** Two short tones. Browsers let a page sound only after it was touched. */
const ring = (context: AudioContext): void => {
  for (const [index, pitch] of [880, 1_175].entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = context.currentTime + index * 0.16;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.35, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.15);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.16);
  }
};

/** Sounds when a ticket comes in that was not there before. The choice is kept on this device. */
export const useSoundOfNew = (tickets: readonly Order[], isLive: boolean) => {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEPT) === 'on');
  const known = useRef<Set<number>>(undefined);
  const context = useRef<AudioContext>(undefined);

  // Browsers keep a page silent that was not touched since it was loaded. The next touch of anything lets it sound again.
  useEffect(() => {
    if (!isOn) return;
    const wake = (): void => {
      context.current ??= new AudioContext();
      if (context.current.state !== 'running') void context.current.resume();
    };
    addEventListener('pointerdown', wake);
    addEventListener('keydown', wake);
    return () => {
      removeEventListener('pointerdown', wake);
      removeEventListener('keydown', wake);
    };
  }, [isOn]);

  useEffect(() => {
    const ids = tickets.map(({ order_id }) => order_id);
    const isNew = known.current !== undefined && ids.some((id) => !known.current!.has(id));
    known.current = new Set(ids);
    if (!(isNew && isOn && isLive)) return;
    context.current ??= new AudioContext();
    ring(context.current);
  }, [tickets, isOn, isLive]);

  return {
    isOn,
    toggle: (): void => {
      localStorage.setItem(KEPT, isOn ? 'off' : 'on');
      setOn(!isOn);
      // This is the touch that lets it sound later.
      context.current ??= new AudioContext();
      if (!isOn) ring(context.current);
    },
  };
};
