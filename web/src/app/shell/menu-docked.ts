import { useState } from 'react';
import { useActiveUser } from '@/shared/session/me';

/** Whether the narrow-screen menu is docked beside the page. Stored in this browser for each user. */
export function useMenuDocked(): [boolean, (isDocked: boolean) => void] {
  const key = `menuDocked:${useActiveUser().id}`;
  const [isDocked, setDocked] = useState(() => localStorage.getItem(key) === 'true');
  const set = (next: boolean) => {
    if (next) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
    setDocked(next);
  };
  return [isDocked, set];
}
