import { StateMark } from '@/shared/ui/state-mark';

type Tone = 'gray' | 'amber' | 'green' | 'red' | 'blue';

/** Fixed kinds of statuses, and the color of each; companies name their statuses themselves. */
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

/** A status: a small colored square, and the word that carries the meaning. */
export const LeadStatus = ({ status }: { status: { name: string; kind: string } }) => (
  <StateMark tone={tones[status.kind] ?? 'gray'}>{status.name}</StateMark>
);
