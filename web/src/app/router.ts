import { createRouter } from '@tanstack/react-router';
import { markLoanExit } from '@/api/session';
import { appBase } from '@/shared/lib/app-base';
import { closeDialogs } from '@/shared/ui/dialog-layers';
import { toast } from '@/shared/ui/toasts/toast-store';
import { routeTree } from '../routeTree.gen';
import { cleanedSearch } from './errors/cleaned-search';
import { RouteError } from './errors/route-error';
import { texts } from './errors/texts';
import { leavesLoan, loanIdOf } from './loan-exit';
import { createQueryClient } from './query-client';
import { parseSearch, stringifySearch } from './search-params';

export const queryClient = createQueryClient(cleanAddress);

export const router = createRouter({
  routeTree,
  basepath: appBase() || '/',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  // The query cache decides what is fresh, so a preload never shows older data than a visit would.
  defaultPreloadStaleTime: 0,
  // Faster pages show nothing while they load. Slower ones show a skeleton.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  if (fromLocation && leavesLoan(fromLocation.pathname, toLocation.pathname)) markLoanExit();
});

// The browser's Back and Forward close open dialogs when they leave the page.
let lastPath = router.history.location.pathname;
router.history.subscribe(({ location, action }) => {
  const isByBrowser = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
  if (isByBrowser && location.pathname !== lastPath) closeDialogs();
  lastPath = location.pathname;
});

// After navigation, keyboard and screen reader users start at the new page instead of at the link that opened it.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true });
});

/** Removes parameters that the server refused from the address. Returns whether there were any. */
function cleanAddress(requestUrl: string): boolean {
  const { search, pathname } = router.state.location;
  const cleaned = cleanedSearch(requestUrl, search);
  if (cleaned === search) return false;
  void router.navigate({ to: pathname, search: cleaned, replace: true } as never);
  return true;
}

/** Handles every 423: shows a warning and refetches the open loan, so that its fields become read-only. */
export function loanIsReadOnly(): void {
  toast.warning(texts.readOnly);
  const id = loanIdOf(router.state.location.pathname);
  if (id !== null) void queryClient.invalidateQueries({ queryKey: ['loans', id] });
}

/** Handles every 402: refetches the billing status, which is shown below the header. */
export const licenseIsMissing = (): void => void queryClient.invalidateQueries({ queryKey: ['billing', 'status'] });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page's name in the title and the breadcrumb. */
    breadcrumb?: string;
    /** The page's name appears in the title only. */
    isBreadcrumbHidden?: boolean;
  }
}
