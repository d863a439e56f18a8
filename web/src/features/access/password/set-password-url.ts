import type { ThemeRecord } from '@/api/types';

/** The reason that sends people to the form for forgotten passwords. */
export const expiredReason = 'reset password';

/** Where the link of the mail leads: the set-password screen, in the look of whoever asked. */
export function setPasswordUrl(app: string, record: ThemeRecord | null, theme: string): string {
  const params = new URLSearchParams({
    assetPath: record?.assetPath ?? '',
    remoteAssetPath: record?.remoteAssetPath ?? '',
    theme,
  });
  return `${app}/setPassword?${params}`;
}
