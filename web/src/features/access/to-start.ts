import { appPath } from '@/shared/lib/app-base';

/** Goes to the start, in the appearance that was chosen. */
export function toStart(): void {
  const theme = localStorage.getItem('selectedTheme');
  window.location.assign(appPath(theme ? `/?theme=${encodeURIComponent(theme)}` : '/'));
}
