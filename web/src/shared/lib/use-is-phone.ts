import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from './constants';

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${breakpoints.phone}px)`, undefined, { getInitialValueInEffect: false });
