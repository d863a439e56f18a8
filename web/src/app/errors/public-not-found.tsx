import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { beginSignIn, isSignedIn } from '@/features/access/session';
import { BrandMark } from '@/shared/brand/brand-mark';
import { useBrand } from '@/shared/brand/theme-record';
import { appBase } from '@/shared/lib/app-base';
import { AppShell } from '../shell/app-shell';
import headerClasses from '../shell/header.module.css';
import { texts as shellTexts } from '../shell/texts';
import { NotFound } from './not-found';

/** Not Found with a header: the app's header for a signed-in user, logo and Login for a visitor. */
export function PublicNotFound() {
  const { appTitle } = useBrand();
  if (isSignedIn() && !appBase()) {
    return (
      <Suspense>
        <AppShell>
          <NotFound />
        </AppShell>
      </Suspense>
    );
  }
  return (
    <>
      <header className={headerClasses.header}>
        <BrandMark title={appTitle} />
        <div className={headerClasses.actions}>
          <Button variant="default" onClick={() => void beginSignIn(null)}>
            {shellTexts.login}
          </Button>
        </div>
      </header>
      <main>
        <NotFound />
      </main>
    </>
  );
}
