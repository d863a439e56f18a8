import { StateMark } from '@/shared/ui/state-mark';
import { texts } from './texts';

/** Whether a company is active or suspended. */
export const CompanyState = ({ state }: { state: string }) => (
  <StateMark tone={state === 'ACTIVE' ? 'green' : 'amber'}>{texts.states[state] ?? state}</StateMark>
);
