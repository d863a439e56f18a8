import type { Loan } from '@/api/types';
import type { NewLoanData } from './new-loan-dialog';

export default function CreateLoanModal(_props: { data: NewLoanData; onClose: (loan?: Loan) => void }) {
  return null;
}
