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

/** What a field is called whose change brings rules about. */
export const watchedLabels: Record<WatchedField, string> = { ...required, ...texts.watched };

/** The fields whose change brings rules about. */
export const watchedFields = Object.entries(watchedLabels).map(([id, label]) => ({ id: id as WatchedField, label }));

/** What rules ask of a loan. */
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

/** The fields that rules set. */
export const settableFields = settable.flatMap((name) => fieldOf(name, ruleFields) ?? []);
