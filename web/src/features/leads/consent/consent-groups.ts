import type { Lead } from '@/api/types';

export type Consent = Lead['consents'][number];
export type ConsentKind = Consent['kind'];
export type ConsentGroup = Consent & { kinds: ConsentKind[] };

/** Whether a number may be called or texted. */
export function mayReach({ consentByPhone }: Lead, phone: string, kind: ConsentKind): boolean {
  const consent = consentByPhone.find((one) => one.phone === phone);
  return (kind === 'CALL' ? consent?.calls : consent?.texts) ?? false;
}

/** Combines consents to calls and texts that were given together. */
export function groupConsents(consents: readonly Consent[]): ConsentGroup[] {
  const groups = new Map<string, ConsentGroup>();
  for (const consent of consents) {
    const { phone, isGiven, wording, saidAt, source, address } = consent;
    const key = JSON.stringify([phone, isGiven, wording, saidAt, source, address]);
    const group = groups.get(key);
    if (group) group.kinds = [...new Set([...group.kinds, consent.kind])].sort();
    else groups.set(key, { ...consent, kinds: [consent.kind] });
  }
  return [...groups.values()];
}
