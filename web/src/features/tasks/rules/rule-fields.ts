import { type Field, fieldOf, fields } from '@/features/loans/views/filter';
import type { SettableField, WatchedField } from './rules';
import { texts } from './texts';

const ofPipeline = [
  'purpose',
  'mortgageType',
  'lien',
  'amortization',
  'occupancy',
  'state',
  'amount',
  'rate',
  'application',
  'closing',
  'lockExpiration',
  'stage',
  'officer',
  'processor',
  'lender',
];

const { address: _, ...required } = texts.required;

/** Labels of fields whose change can trigger rules. */
export const watchedLabels: Record<WatchedField, string> = { ...required, ...texts.watched };

/** Fields whose change can trigger rules. */
export const watchedFields = Object.entries(watchedLabels).map(([id, label]) => ({ id: id as WatchedField, label }));

/** Loan fields for conditions of rules. */
export const ruleFields: readonly Field[] = [
  ...fields.filter(({ name }) => ofPipeline.includes(name)),
  { name: 'channel', label: 'Channel', kind: 'word', words: ['Retail', 'NonDelegatedCorrespondent'] },
  { name: 'purchasePrice', label: 'Purchase price', kind: 'money', mayBeEmpty: true },
  { name: 'appraisedValue', label: 'Appraised value', kind: 'money', mayBeEmpty: true },
  { name: 'appraisalWaiver', label: 'Appraisal waiver', kind: 'word', words: ['Yes', 'No'], mayBeEmpty: true },
  { name: 'term', label: 'Term in months', kind: 'number', mayBeEmpty: true },
  { name: 'leadSource', label: 'Source of its lead', kind: 'choice', mayBeEmpty: true },
];

const settable: readonly SettableField[] = [
  'mortgageType',
  'lien',
  'amortization',
  'occupancy',
  'term',
  'appraisalWaiver',
];

/** Fields that rules can set. */
export const settableFields = settable.flatMap((name) => fieldOf(name, ruleFields) ?? []);
