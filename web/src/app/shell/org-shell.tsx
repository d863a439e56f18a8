import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { takeEndedNotice } from '@/features/access/impersonation/acting';
import { storeOrgRoute } from '@/features/access/impersonation/org-route';
import { toast } from '@/shared/ui/toasts/toast-store';
import { AppShell } from './app-shell';

/**
 * The frame of the provider's pages. Stores the current page, to return to it after acting on behalf of another user.
 */
export function OrgShell() {
  const { pathname, search } = useLocation();
  useEffect(() => storeOrgRoute(localStorage, pathname, search), [pathname, search]);
  useEffect(() => {
    const notice = takeEndedNotice();
    if (notice) toast.warning(notice);
  }, []);
  return <AppShell />;
}
