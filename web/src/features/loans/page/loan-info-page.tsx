import { useLoan } from './loan';

export function LoanInfoPage({ loanId }: { loanId: number }) {
  const loan = useLoan(loanId);
  return <h1>{loan.borrowerName}</h1>;
}
