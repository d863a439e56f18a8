import type { components } from './schema';

type Schemas = components['schemas'];

/**
 * `T` with its nullable properties optional and never null, at every depth. The application is sent without empty
 * values.
 */
type LeftOut<T> = T extends readonly (infer Item)[]
  ? LeftOut<Item>[]
  : T extends object
    ? { [K in keyof T as null extends T[K] ? never : K]: LeftOut<T[K]> } & {
        [K in keyof T as null extends T[K] ? K : never]?: LeftOut<NonNullable<T[K]>>;
      }
    : T;

/** Names for the schemas of the HTTP contract. */
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
export type FieldHistory = Schemas['FieldHistory'];
export type FieldHistoryEntry = Schemas['FieldHistoryEntry'];
export type MatchedBorrower = Schemas['MatchedBorrower'];
export type Matches = Schemas['Matches'];
export type Issue = Schemas['Issue'];
export type ImportResult = Schemas['ImportResult'];
export type TridData = Schemas['TridData'];

/** One change to an application: the path of the value, its old and its new value. */
export type FieldEdit = { path: string; from: unknown; to: unknown };

/** A value that another user changed first (409). */
export type Conflict = { path: string; value?: unknown; changedBy?: string | null; changedAt?: string | null };

/** The body of every response with status 400 or higher. */
export type Problem = {
  code: string;
  message: string;
  isExpired?: boolean;
  /** Error messages by field path. */
  fields?: Record<string, string>;
  details?: unknown;
};
