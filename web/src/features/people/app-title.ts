import { useQuery } from '@tanstack/react-query';
import { useBrand } from '@/features/orgs/theme-record';
import { meQuery } from './me';

/** What the program is called to whoever is signed in: by the source of the account, else by the host's look. */
export function useAppTitle(): string {
  const { appTitle } = useBrand();
  const { data } = useQuery({ ...meQuery, enabled: false });
  return data?.activeUser.WizeSource.config.appTitle || appTitle;
}
