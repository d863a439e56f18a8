import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inBackground, liveCredentials } from '@/api/session';
import { useConfig } from '@/features/access/config';
import { announce } from '@/shared/ui/announcer/announcement';
import { followLive } from './follow-live';
import { gathering } from './gathering';
import { allStale, type Stale, staleBy } from './stale-keys';

const changedByOthers = 'Someone else updated this page. You’re seeing the latest version.';

/**
 * Refetches cached data that other users change. Each tab has one connection, or none if no address is configured.
 * Switching the branch reloads the page and so reconnects.
 */
export function LiveWatch() {
  const queryClient = useQueryClient();
  const { url } = useConfig().rtc;

  useEffect(() => {
    if (!url) return;
    const refetch = (stale: Stale[]) =>
      inBackground(() => {
        // A hidden tab only marks data as stale. It refetches when it is shown.
        const refetchType = document.hidden ? 'none' : 'active';
        const cache = queryClient.getQueryCache();
        const isShown = stale.some(({ key, exact }) =>
          cache.find({ queryKey: key, exact: exact ?? false, type: 'active' }),
        );
        if (isShown) announce(changedByOthers);
        for (const { key, exact } of stale) void queryClient.invalidateQueries({ queryKey: key, exact, refetchType });
      });
    const gathered = gathering(refetch);
    const stop = followLive({
      address: `${url}/rtc/api/socket`,
      hello: liveCredentials,
      onEvent: (event) => {
        gathered.add(staleBy(event));
        if (event.type === 'TASK')
          void import('@/features/tasks/task-events').then(({ showTaskEvent: tell }) => tell(event, queryClient));
      },
      onMissed: () => gathered.add(allStale),
      onRightsChanged: () => gathered.add([{ key: ['me'], exact: true }, { key: ['permissions'] }]),
    });
    return () => {
      stop();
      gathered.stop();
    };
  }, [url, queryClient]);

  return null;
}
