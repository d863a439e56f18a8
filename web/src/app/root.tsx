import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useAppTitle } from '@/features/people/app-title';
import { onDemand } from '@/shared/lib/on-demand';
import { useUnsavedQuestion } from '@/shared/lib/unsaved-changes';
import { Announcer } from '@/shared/ui/announcer/announcer';
import { Toaster } from '@/shared/ui/toasts/toaster';
import { useTrail } from './shell/breadcrumbs';
import { ThemeLoader } from './theme/theme-loader';

const UnsavedChangesDialog = onDemand(() => import('@/shared/ui/unsaved-changes-dialog'));

/** Shared by all pages: title, toasts and the question about unsaved work. */
export function Root() {
  const { title } = useTrail();
  const appTitle = useAppTitle();
  const isAsked = useUnsavedQuestion();

  useEffect(() => {
    document.title = title ? `${title} | ${appTitle}` : appTitle;
  }, [title, appTitle]);

  return (
    <>
      <ThemeLoader />
      <Outlet />
      <Toaster />
      <Announcer />
      <Suspense>{isAsked && <UnsavedChangesDialog />}</Suspense>
    </>
  );
}
