/** Texts of the print menu. */
export const texts = {
  print: 'Print',
  form: 'Form 1003',
  formHint: 'Social Security numbers by their last four digits',
  formWithNumbers: 'Form 1003 with full SSNs',
  formWithNumbersHint: 'Recorded in the audit log as a reveal',
} as const;
