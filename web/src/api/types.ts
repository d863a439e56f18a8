import type { components } from './schema';

type Schemas = components['schemas'];

/** The nouns of the HTTP contract, by the names the web uses for them. */
export type Problem = Schemas['Problem'];
export type ThemeRecord = Schemas['Theme'];
export type Config = Schemas['Config'];
export type DemoSignIn = Schemas['DemoSignIn'];
export type User = Schemas['User'];
export type Me = Schemas['Me'];
export type Permissions = Schemas['Permissions'];
export type Lookups = Schemas['Lookups'];
export type LoanStage = Schemas['LoanStage'];
export type UserOption = Schemas['UserOption'];
export type LoanRow = Schemas['LoanRow'];
export type LoanPage = Schemas['LoanPage'];
export type Loan = Schemas['Loan'];
export type NewLoan = Schemas['NewLoan'];
export type NewLoanFromFile = Schemas['NewLoanFromFile'];
export type ApplicationDocument = Schemas['ApplicationDocument'];
export type Application = Schemas['Application'];
export type FieldEdit = Schemas['FieldEdit'];
export type Conflict = Schemas['Conflict'];
export type MatchedBorrower = Schemas['MatchedBorrower'];
export type Matches = Schemas['Matches'];
export type Issue = Schemas['Issue'];
export type ImportResult = Schemas['ImportResult'];
