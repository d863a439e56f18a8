import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from './constants';

/** Whether there is no more room than a phone has. */
export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${breakpoints.phone}px)`, undefined, { getInitialValueInEffect: false });
