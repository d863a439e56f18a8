/** Words about what a loan has of its lead, in one place so that they can be translated. */
export const texts = {
  title: 'From the lead',
  source: 'Source',
  referredBy: 'Referred by',
  provider: 'Provider',
  cameIn: 'Came in',
  notes: 'Notes',
  consent: 'Consent',
} as const;
