import type { Loan } from '@/api/types';
import type { ImportType } from '@/features/imports/import-file';

export type LoanTab = 'manual' | 'fnma' | 'mismo';

export type NewLoanData = {
  /** Preselects a tab with 'fnma' or 'mismo'; any other value means Manual. */
  tab?: string;
  LoanPurposeType?: 'Purchase' | 'Refinance';
};

/** The tab requested by the opener. */
export const tabOf = (value: string | undefined): LoanTab => (value === 'fnma' || value === 'mismo' ? value : 'manual');

/** Initial values of the dialog: the tab, and a purpose that applies while that tab is open. */
export const preselected = ({ tab, LoanPurposeType: purpose }: NewLoanData) => ({
  tab: tabOf(tab),
  ...(purpose && { purpose }),
});

/** State for reopening the dialog. The user has to choose the file again. */
export type LoanDraft = { tab: LoanTab; importType: ImportType | null };

export type OpenDialog = { data: NewLoanData; close: (loan: Loan | undefined) => void };

let dialog: OpenDialog | null = null;
const listeners = new Set<() => void>();

function set(next: OpenDialog | null) {
  dialog = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog from anywhere. Resolves with the created loan, or undefined. */
export function openNewLoan(data: NewLoanData = {}): Promise<Loan | undefined> {
  return new Promise((resolve) => {
    const close = (loan: Loan | undefined) => {
      set(null);
      resolve(loan);
    };
    set({ data, close });
  });
}

/** For the single component that renders it. */
export const newLoanDialog = {
  get: () => dialog,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
