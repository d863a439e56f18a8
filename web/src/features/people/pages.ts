import type { Permissions } from '@/api/types';

type Routes = Permissions['routes'];

/** Whether a page opens to the active user: the longest listed address that it lies under decides; others are open. */
export function opensPage(routes: Routes, pathname: string): boolean {
  const isOver = (route: string) => pathname === route || pathname.startsWith(`${route}/`);
  const nearest = Object.keys(routes)
    .filter(isOver)
    .reduce<string | null>((longest, route) => (longest && longest.length > route.length ? longest : route), null);
  return nearest === null || routes[nearest] === true;
}
