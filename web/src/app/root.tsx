import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useBrand } from '@/features/orgs/theme-record';
import { useUnsavedQuestion } from '@/shared/lib/unsaved-changes';
import { Toaster } from '@/shared/ui/toasts/toaster';
import { useTrail } from './shell/breadcrumbs';
import { ThemeLoader } from './theme/theme-loader';

const UnsavedChangesDialog = lazy(() => import('@/shared/ui/unsaved-changes-dialog'));

/** What every page has: its title, the toasts, and the question before work is lost. */
export function Root() {
  const { title } = useTrail();
  const { appTitle } = useBrand();
  const isAsked = useUnsavedQuestion();

  useEffect(() => {
    document.title = title ? `${title} | ${appTitle}` : appTitle;
  }, [title, appTitle]);

  return (
    <>
      <ThemeLoader />
      <Outlet />
      <Toaster />
      <Suspense>{isAsked && <UnsavedChangesDialog />}</Suspense>
    </>
  );
}
