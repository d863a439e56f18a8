import type { components } from '@/api/schema';

export type IntegratedLender = components['schemas']['IntegratedLender'];

/** Lenders whose name or display name contains a text, ignoring case. */
export function foundLenders(lenders: readonly IntegratedLender[], text: string): readonly IntegratedLender[] {
  const sought = text.trim().toLowerCase();
  return lenders.filter(({ name, displayName }) =>
    [name, displayName].some((given) => given.toLowerCase().includes(sought)),
  );
}
