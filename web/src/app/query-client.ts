import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, fallbackMessage } from '@/api/errors';
import { toast } from '@/shared/ui/toasts/toast-store';

type ErrorMeta = {
  /** The caller shows the error. */
  quiet?: boolean;
  /** The address may have caused a 403 or 404. Its refused parameters are removed. */
  cleansAddress?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta;
    mutationMeta: ErrorMeta;
  }
}

/** The cache of all server state. It shows errors that no caller handles, so that none is lost or breaks a screen. */
export function createQueryClient(cleanAddress: (requestUrl: string) => boolean): QueryClient {
  const report = (error: unknown, meta: ErrorMeta | undefined) => {
    const status = error instanceof ApiError ? error.status : 0;
    // The response hooks report these two for every request.
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
      // The server may be reachable although the browser reports that it is offline. If it isn't, the user sees an
      // error. A request that silently waits for the network looks as if it had been sent.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        // Retry only if there was no response.
        retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
        retryDelay: 800,
      },
    },
  });
}
