import { StateMark } from '@/shared/ui/state-mark';
import { texts } from './texts';

const tones = { ACTIVE: 'green', INVITED: 'blue', BLOCKED: 'red', DEACTIVATED: 'gray' } as const;

export function UserState({ state }: { state: string }) {
  const known = state as keyof typeof tones;
  return <StateMark tone={tones[known] ?? 'gray'}>{texts.states[known] ?? state}</StateMark>;
}
