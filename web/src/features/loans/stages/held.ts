import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';

export type RequiredField = components['schemas']['RequiredField'];

/** An item that a company rule requires before a stage. */
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

/** The items that block the move. Empty for any other error. */
export function heldBy(error: unknown): readonly HeldItem[] {
  if (!(error instanceof ApiError) || error.code !== 'LWLOAN10418') return [];
  return (error.body as { details?: { items?: HeldItem[] } }).details?.items ?? [];
}

/** Entered values and completed tasks. */
export type EnteredItems = { fields: Partial<Record<RequiredField, string>>; done: readonly HeldItem[] };

/** Paths of the fields in the application. */
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

/** Edits that fill the application's empty fields. */
export const editsOf = (fields: EnteredItems['fields']) =>
  Object.entries(fields).flatMap(([field, typed]) => {
    const path = pathOf[field as RequiredField];
    const text = (typed ?? '').trim();
    if (!path || !text) return [];
    const plain = ['rate', 'purchasePrice', 'appraisedValue'].includes(field) ? text.replace(/[$,%\s]/g, '') : text;
    return [{ path, from: null, to: field === 'term' ? Number(plain) : plain }];
  });
