const KEPT = 'tillstream.loaded-anew';
/** Parts that are not there after that either have another reason, which the page says. */
const AGAIN_MS = 60_000;

/**
 * A page that stands open while the server gets a newer version asks for parts that are gone. It is loaded anew then, at the same address:
 * to try again would ask for the same parts.
 */
export const loadNewerVersion = (): void =>
  addEventListener('vite:preloadError', () => {
    const before = Number(sessionStorage.getItem(KEPT) ?? 0);
    if (Date.now() - before < AGAIN_MS) return;
    sessionStorage.setItem(KEPT, String(Date.now()));
    location.reload();
  });
