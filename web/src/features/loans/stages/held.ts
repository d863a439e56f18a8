import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';

export type RequiredField = components['schemas']['RequiredField'];

/** Something that keeps a loan from a stage, by a rule of the company. */
export type HeldItem = {
  kind: 'FIELD' | 'TASK' | 'CONFIRMATION';
  ruleId: number;
  ruleName: string;
  field: RequiredField | null;
  text: string;
  templateId: number | null;
  taskId: number | null;
  taskVersion: number | null;
};

/** What keeps a loan where it is; nothing where it was refused for something else. */
export function heldBy(error: unknown): readonly HeldItem[] {
  if (!(error instanceof ApiError) || error.code !== 'LWLOAN10418') return [];
  return (error.body as { details?: { items?: HeldItem[] } }).details?.items ?? [];
}

/** What was filled in, and which tasks are said to be done. */
export type Given = { fields: Partial<Record<RequiredField, string>>; done: readonly HeldItem[] };

/** Where the application holds a field. */
export const pathOf: Partial<Record<RequiredField, string>> = {
  purpose: 'loan/purpose',
  mortgageType: 'loan/mortgageType',
  lien: 'loan/lien',
  amortization: 'loan/amortization',
  rate: 'loan/noteRate',
  term: 'loan/termMonths',
  application: 'loan/applicationReceivedOn',
  occupancy: 'property/usage',
  purchasePrice: 'property/purchasePrice',
  appraisedValue: 'property/appraisedValue',
  state: 'property/address/state',
  address: 'property/address/line',
};

/** The changes of the application that fill its fields, which were empty. */
export const editsOf = (fields: Given['fields']) =>
  Object.entries(fields).flatMap(([field, typed]) => {
    const path = pathOf[field as RequiredField];
    const text = (typed ?? '').trim();
    if (!path || !text) return [];
    const plain = ['rate', 'purchasePrice', 'appraisedValue'].includes(field) ? text.replace(/[$,%\s]/g, '') : text;
    return [{ path, from: null, to: field === 'term' ? Number(plain) : plain }];
  });
