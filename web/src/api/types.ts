import type { components } from './schema';

type Schemas = components['schemas'];

/** The application is sent without what is empty: what may be null there is absent instead, at every depth. */
type LeftOut<T> = T extends readonly (infer Item)[]
  ? LeftOut<Item>[]
  : T extends object
    ? { [K in keyof T as null extends T[K] ? never : K]: LeftOut<T[K]> } & {
        [K in keyof T as null extends T[K] ? K : never]?: LeftOut<NonNullable<T[K]>>;
      }
    : T;

/** The nouns of the HTTP contract, by the names the web uses for them. */
export type ThemeRecord = Schemas['Theme'];
export type AuditEntry = Schemas['AuditEntry'];
export type AuditPerson = Schemas['AuditPerson'];
export type Config = Schemas['Config'];
export type Startup = Schemas['Startup'];
export type DemoSignIn = Schemas['DemoSignIn'];
export type Me = Schemas['Me'];
export type User = Schemas['User'];
export type Permissions = Schemas['Permissions'];
export type Lookups = Schemas['Lookups'];
export type UserOption = Schemas['UserOption'];
export type LoanRow = Schemas['LoanRow'];
export type LoanPage = Schemas['LoanPage'];
export type Loan = Schemas['Loan'];
export type NewLead = Schemas['NewLead'];
export type Lead = Schemas['Lead'];
export type LeadRow = Schemas['LeadRow'];
export type LeadPage = Schemas['LeadPage'];
export type LeadTimelineEntry = Schemas['LeadTimelineEntry'];
export type LeadBulkChange = Schemas['LeadBulkChange'];
export type LeadChange = Schemas['LeadChange'];
export type LeadChecked = Schemas['LeadChecked'];
export type LeadConfig = Schemas['LeadConfig'];
export type NewLoan = Schemas['NewLoan'];
export type Application = LeftOut<Schemas['Application']>;
export type ApplicationDocument = Omit<Schemas['ApplicationDocument'], 'application'> & { application: Application };
export type MatchedBorrower = Schemas['MatchedBorrower'];
export type Matches = Schemas['Matches'];
export type Issue = Schemas['Issue'];
export type ImportResult = Schemas['ImportResult'];
export type TridData = Schemas['TridData'];

/** One change of an application: which value, what it was, what it becomes. */
export type FieldEdit = { path: string; from: unknown; to: unknown };

/** A value that somebody else changed in the meantime (409). */
export type Conflict = { path: string; value?: unknown; changedBy?: string | null; changedAt?: string | null };

/** The body of every answer from 400 up. */
export type Problem = {
  code: string;
  message: string;
  isExpired?: boolean;
  /** What is wrong, by the path of the value. */
  fields?: Record<string, string>;
  details?: unknown;
};
