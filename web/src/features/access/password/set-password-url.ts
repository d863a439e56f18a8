import type { ThemeRecord } from '@/api/types';

/** The session-ended reason that opens the form for forgotten passwords. */
export const expiredReason = 'reset password';

/** The address of the mailed link: the set-password page with the requester's theme. */
export function setPasswordUrl(app: string, record: ThemeRecord | null, theme: string): string {
  const params = new URLSearchParams({
    assetPath: record?.assetPath ?? '',
    remoteAssetPath: record?.remoteAssetPath ?? '',
    theme,
  });
  return `${app}/setPassword?${params}`;
}
