import { StateMark } from '@/shared/ui/state-mark';
import { texts } from './texts';

/** A task's priority. */
export const PriorityMark = ({ priority }: { priority: string }) => (
  <StateMark tone={priority === 'HIGH' ? 'red' : 'gray'}>
    {texts.priorities[priority as keyof typeof texts.priorities] ?? priority}
  </StateMark>
);
