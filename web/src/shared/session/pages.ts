import type { Permissions } from '@/api/types';

type Routes = Permissions['routes'];

/** Whether the active user may open a page. The longest listed prefix of the address decides. Other pages are open. */
export function opensPage(routes: Routes, pathname: string): boolean {
  const isOver = (route: string) => pathname === route || pathname.startsWith(`${route}/`);
  const nearest = Object.keys(routes)
    .filter(isOver)
    .reduce<string | null>((longest, route) => (longest && longest.length > route.length ? longest : route), null);
  return nearest === null || routes[nearest] === true;
}
