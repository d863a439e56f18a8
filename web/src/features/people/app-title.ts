import { useQuery } from '@tanstack/react-query';
import { useBrand } from '@/shared/brand/theme-record';
import { meQuery } from '@/shared/session/me';

/** The app's title for the signed-in user: by the source of the account, else by the host's theme. */
export function useAppTitle(): string {
  const { appTitle } = useBrand();
  const { data } = useQuery({ ...meQuery, enabled: false });
  return data?.activeUser.WizeSource.config.appTitle || appTitle;
}
