export { loanAmount } from '@/shared/records/loan-amount';
