import { StateMark } from '@/shared/ui/state-mark';

type Tone = 'gray' | 'amber' | 'green' | 'red' | 'blue';

/** Colors by fixed kind of status. Companies choose the names. */
const tones: Record<string, Tone> = {
  New: 'blue',
  Contacted: 'amber',
  Qualified: 'green',
  Nurturing: 'gray',
  ApplicationStarted: 'green',
  Converted: 'green',
  Lost: 'red',
  Junk: 'gray',
  Duplicate: 'gray',
};

/** A status with a colored square. The text carries the meaning. */
export const LeadStatus = ({ status }: { status: { name: string; kind: string } }) => (
  <StateMark tone={tones[status.kind] ?? 'gray'}>{status.name}</StateMark>
);
