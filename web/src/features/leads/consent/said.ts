import type { Lead } from '@/api/types';

export type Consent = Lead['consents'][number];
export type ConsentKind = Consent['kind'];
export type Said = Consent & { kinds: ConsentKind[] };

/** Whether a number may be called or texted. */
export function mayReach({ consentByPhone }: Lead, phone: string, kind: ConsentKind): boolean {
  const consent = consentByPhone.find((one) => one.phone === phone);
  return (kind === 'CALL' ? consent?.calls : consent?.texts) ?? false;
}

/** Combines consents to calls and texts that were given together. */
export function said(consents: readonly Consent[]): Said[] {
  const told = new Map<string, Said>();
  for (const consent of consents) {
    const { phone, isGiven, wording, saidAt, source, address } = consent;
    const key = JSON.stringify([phone, isGiven, wording, saidAt, source, address]);
    const known = told.get(key);
    if (known) known.kinds = [...new Set([...known.kinds, consent.kind])].sort();
    else told.set(key, { ...consent, kinds: [consent.kind] });
  }
  return [...told.values()];
}
