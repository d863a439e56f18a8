import type { Loan } from '@/api/types';
import type { ImportType } from '@/features/imports/import-file';

export type LoanTab = 'manual' | 'fnma' | 'mismo';

export type NewLoanData = {
  /** Preselects a tab with 'fnma' or 'mismo'; any other value means Manual. */
  tab?: string;
  LoanPurposeType?: 'Purchase' | 'Refinance';
};

/** The tab that an opener asked for. */
export const tabOf = (value: string | undefined): LoanTab => (value === 'fnma' || value === 'mismo' ? value : 'manual');

/** What the dialog begins with: the tab, and a purpose for as long as that tab is open. */
export const preselected = ({ tab, LoanPurposeType: purpose }: NewLoanData) => ({
  tab: tabOf(tab),
  ...(purpose && { purpose }),
});

/** How the dialog is opened again with what was kept; a file has to be given anew. */
export type KeptLoan = { tab: LoanTab; importType: ImportType | null };

export type OpenDialog = { data: NewLoanData; close: (loan: Loan | undefined) => void };

let dialog: OpenDialog | null = null;
const listeners = new Set<() => void>();

function set(next: OpenDialog | null) {
  dialog = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog from anywhere; answers with the loan that was made, or nothing. */
export function openNewLoan(data: NewLoanData = {}): Promise<Loan | undefined> {
  return new Promise((resolve) => {
    const close = (loan: Loan | undefined) => {
      set(null);
      resolve(loan);
    };
    set({ data, close });
  });
}

/** For the one place that shows it. */
export const newLoanDialog = {
  get: () => dialog,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
