import { appPath } from '@/shared/lib/app-base';

/** Opens the start page with the chosen color scheme. */
export function toStart(): void {
  const theme = localStorage.getItem('selectedTheme');
  window.location.assign(appPath(theme ? `/?theme=${encodeURIComponent(theme)}` : '/'));
}
