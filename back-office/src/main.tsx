import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './page.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { TillstreamError } from '@tillstream/client';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './query-client.ts';
import { router } from './routes.tsx';
import { loadNewerVersion } from './shell/newer-version.ts';
import { readFirst } from './shell/read-first.ts';
import { theme, variables } from './theme.ts';
import { startWords } from './words/words.ts';

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The server makes it for each answer. Without it the browser refuses styles that libraries write into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

setNonce(nonce);
loadNewerVersion();
// A server that does not answer is no reason to show nothing: then the page says so.
const LONGEST_MS = 1_500;

/** Resolves when the first page can be drawn at once. */
const isReady = async (): Promise<void> => {
  const first = readFirst().catch(() => {});
  await Promise.all([startWords(), Promise.race([Promise.all([first, router.load()]), delay(LONGEST_MS)])]);
};

// What the server refuses, the page shows in its words: no fault for the console.
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof TillstreamError)) console.error(error);
};
const draw = (): void => {
  createRoot(document.getElementById('root')!, { onCaughtError }).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-center" limit={3} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
};

// Not by an await of this module: the page's own file imports this one, and would wait for it while it waits for the page.
void isReady().then(draw);
