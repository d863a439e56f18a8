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
  // The cache decides what is fresh, so a preload never shows anything older than a visit would.
  defaultPreloadStaleTime: 0,
  // What takes less shows nothing; what takes longer shows the shape of what comes.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  if (fromLocation && leavesLoan(fromLocation.pathname, toLocation.pathname)) markLoanExit();
});

// The browser's Back and Forward leave a page together with what is open over it.
let lastPath = router.history.location.pathname;
router.history.subscribe(({ location, action }) => {
  const isByBrowser = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
  if (isByBrowser && location.pathname !== lastPath) closeDialogs();
  lastPath = location.pathname;
});

// Whoever moves by keyboard or listens begins at the new page, not at the link that led to it.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true });
});

/** Takes out of the address what the server would not show; whether there was anything to take. */
function cleanAddress(requestUrl: string): boolean {
  const { search, pathname } = router.state.location;
  const cleaned = cleanedSearch(requestUrl, search);
  if (cleaned === search) return false;
  void router.navigate({ to: pathname, search: cleaned, replace: true } as never);
  return true;
}

/** What every 423 does: it is told, and an open loan is read again, so that its fields close. */
export function loanIsReadOnly(): void {
  toast.warning(texts.readOnly);
  const id = loanIdOf(router.state.location.pathname);
  if (id !== null) void queryClient.invalidateQueries({ queryKey: ['loans', id] });
}

/** What every 402 does: how one stands with billing is asked again, and told under the header. */
export const licenseIsMissing = (): void => void queryClient.invalidateQueries({ queryKey: ['billing', 'status'] });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page's name in the title and the breadcrumb. */
    breadcrumb?: string;
    /** The page has a name but shows no breadcrumb. */
    isBreadcrumbHidden?: boolean;
  }
}
