export const texts = {
  title: 'From the lead',
  source: 'Source',
  referredBy: 'Referred by',
  provider: 'Provider',
  cameIn: 'Received',
  notes: 'Notes',
  consent: 'Consent',
} as const;
