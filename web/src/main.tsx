import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/theme/styles';
import { themeRecordQuery } from '@/shared/brand/theme-record';
import { ServerErrorPage } from './app/errors/message-pages';
import { Providers } from './app/providers';
import { licenseIsMissing, loanIsReadOnly, queryClient, router } from './app/router';
import { takeEarlyStartup } from './app/startup';
import { configQuery } from './features/access/config';
import { startSession } from './features/access/session';
import { sendEscapeToTopLayer } from './shared/ui/dialog-layers';
import { returnFocusAfterDialogs } from './shared/ui/focus-return';

async function start() {
  await takeEarlyStartup(queryClient);
  const [config] = await Promise.all([
    queryClient.ensureQueryData(configQuery),
    queryClient.ensureQueryData(themeRecordQuery),
  ]);
  startSession(config, { readOnly: loanIsReadOnly, restricted: licenseIsMissing });
  return <RouterProvider router={router} />;
}

returnFocusAfterDialogs();
sendEscapeToTopLayer();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

start()
  .catch((cause: unknown) => {
    console.error('Keyturn could not start', cause);
    return <ServerErrorPage />;
  })
  .then((screen) =>
    root.render(
      <StrictMode>
        <Providers>{screen}</Providers>
      </StrictMode>,
    ),
  );
