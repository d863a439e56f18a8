import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, fallbackMessage } from '@/api/errors';
import { toast } from '@/shared/ui/toasts/toast-store';

type ErrorMeta = {
  /** Who asked shows the error itself. */
  quiet?: boolean;
  /** A 403 or 404 may be the address's fault: what can't be shown is taken out of it. */
  cleansAddress?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta;
    mutationMeta: ErrorMeta;
  }
}

/** The cache of all server state. Errors that nobody handles are told here, so that none is lost and none breaks a screen. */
export function createQueryClient(cleanAddress: (requestUrl: string) => boolean): QueryClient {
  const report = (error: unknown, meta: ErrorMeta | undefined) => {
    const status = error instanceof ApiError ? error.status : 0;
    // Both are told for every request alike, where the answer comes in.
    if (status === 401 || status === 423) return;
    if (error instanceof ApiError && meta?.cleansAddress && (status === 403 || status === 404)) {
      if (cleanAddress(error.requestUrl)) return;
    }
    if (meta?.quiet) return;
    toast.error(error instanceof ApiError ? error.message : fallbackMessage);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => report(error, mutation.meta),
    }),
    defaultOptions: {
      // The server may be reached where a browser thinks itself offline, and whoever presses a button is told if it isn't:
      // what waits for a network in silence looks as if it were sent.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        // No answer at all is worth another try; an answer is an answer.
        retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
        retryDelay: 800,
      },
    },
  });
}
