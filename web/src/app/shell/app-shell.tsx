import { Outlet, useBlocker, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useConfig } from '@/features/access/config';
import { IdleWatch } from '@/features/access/idle/idle-watch';
import { ActingBar } from '@/features/access/impersonation/acting-bar';
import { logOut } from '@/features/access/log-out';
import { BillingCheck } from '@/features/billing/billing-check';
import { UpgradeHost } from '@/features/billing/upgrade-host';
import { EmailBanner } from '@/features/integrations/mailbox/email-banner';
import { NewLeadHost } from '@/features/leads/create/new-lead-host';
import { NewLoanHost } from '@/features/loans/create/new-loan-host';
import { OtherTabWatch } from '@/features/people/branch/other-tab-watch';
import { SearchHost } from '@/features/search/search-host';
import { RightsLine } from '@/shared/brand/rights-line';
import { storeDrafts } from '@/shared/lib/drafts';
import { onDemand } from '@/shared/lib/on-demand';
import { confirmDiscard, hasUnsavedWork } from '@/shared/lib/unsaved-changes';
import { usePermission } from '@/shared/session/me';
import { LiveWatch } from '../live/live-watch';
import { loanIdOf } from '../loan-exit';
import classes from './app-shell.module.css';
import { Breadcrumbs } from './breadcrumbs-bar';
import { Header } from './header';
import { Shortcuts } from './shortcuts';
import { TestBanner } from './test-banner';
import { texts } from './texts';

const BulkImportWatch = onDemand(() => import('@/app/shell/bulk-import-watch'));
const UnseenBanner = onDemand(() => import('@/app/shell/unseen-banner'));

/** Pages that consist of a list and fill the window. */
const listPages = ['/app/loans', '/app/leads', '/app/tasks', '/org'];

const TaskTray = onDemand(() => import('@/features/tasks/tray/task-tray'));
const Widgets = onDemand(() => import('@/features/widgets/widgets'));

/** The frame of every page: header, page, footer, and dialogs that open over it. */
export function AppShell({ children }: { children?: ReactNode }) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmDiscard()),
    enableBeforeUnload: hasUnsavedWork,
  });
  const { pathname } = useLocation();
  const { chat, supportWidget, guidedTour } = useConfig().features;
  const isInApp = usePermission('APP');
  const seesTasks = usePermission('TASK_VIEW');
  const mayBulk = usePermission('BULK_IMPORT');
  return (
    <div id="shell" className={classes.shell}>
      <a className={classes.skip} href="#content">
        {texts.skip}
      </a>
      <ActingBar />
      {isInApp && (
        <>
          <BillingCheck />
          <EmailBanner />
          <TestBanner />
          <Suspense>{mayBulk && <UnseenBanner />}</Suspense>
        </>
      )}
      <Header />
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
      <Suspense>{seesTasks && <TaskTray />}</Suspense>
      <Suspense>{isInApp && (chat || supportWidget || guidedTour) && <Widgets />}</Suspense>
      <SearchHost />
      <Shortcuts />
      <OtherTabWatch />
      <LiveWatch />
      <Suspense>{mayBulk && <BulkImportWatch />}</Suspense>
      <IdleWatch
        onLogout={() => {
          storeDrafts();
          void logOut(loanIdOf(pathname));
        }}
      />
    </div>
  );
}
