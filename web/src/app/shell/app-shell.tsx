import { Outlet, useBlocker, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { IdleWatch } from '@/features/access/idle/idle-watch';
import { ActingBar } from '@/features/access/impersonation/acting-bar';
import { logOut } from '@/features/access/log-out';
import { BillingCheck } from '@/features/billing/billing-check';
import { UpgradeHost } from '@/features/billing/upgrade-host';
import { NewLeadHost } from '@/features/leads/create/new-lead-host';
import { NewLoanHost } from '@/features/loans/create/new-loan-host';
import { RightsLine } from '@/features/orgs/rights-line';
import { OtherTabWatch } from '@/features/people/branch/other-tab-watch';
import { confirmDiscard, hasUnsavedWork } from '@/shared/lib/unsaved-changes';
import { LiveWatch } from '../live/live-watch';
import { loanIdOf } from '../loan-exit';
import classes from './app-shell.module.css';
import { Breadcrumbs } from './breadcrumbs-bar';
import { Header } from './header';
import { Shortcuts } from './shortcuts';
import { texts } from './texts';

/** Pages that are a list and fill the window. */
const listPages = ['/app/loans', '/app/leads', '/org'];

/** The program around every page: header, page, footer, and the dialogs that open over it. */
export function AppShell({ children }: { children?: ReactNode }) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmDiscard()),
    enableBeforeUnload: hasUnsavedWork,
  });
  const { pathname } = useLocation();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {texts.skip}
      </a>
      <ActingBar />
      <Header />
      <BillingCheck />
      <main id="content" className={classes.main} data-fills={listPages.includes(pathname) || undefined} tabIndex={-1}>
        <Breadcrumbs />
        <Suspense>{children ?? <Outlet />}</Suspense>
      </main>
      <footer className={classes.footer}>
        <RightsLine />
      </footer>
      <NewLoanHost />
      <NewLeadHost />
      <UpgradeHost />
      <Shortcuts />
      <OtherTabWatch />
      <LiveWatch />
      <IdleWatch onLogout={() => void logOut(loanIdOf(pathname))} />
    </div>
  );
}
