import { useLookups } from '@/shared/session/lookups';

/** The states as options. The code comes first, so that typing it selects the state. */
export const useStates = () => useLookups().states.map(({ code }) => ({ value: code, label: code }));
