import type { ApplicationDocument } from '@/api/types';

/** A part of a figure, and how the figure treats it. */
export type Part = { label: string; path?: string; amount: string; counted: boolean; treatment: string };

type Ratio = { percent?: string; text: string; amount: string; parts: readonly Part[] };
type LoanToValueRatio = { percent?: string; eligibility?: number; parts: readonly Part[] };
export type CashLine = { line: string; label: string; amount: string; computed?: string; parts: readonly Part[] };
export type PaymentLine = { kind: string; label: string; amount: string; source: string; computed?: string };

export type Problem = {
  id: string;
  severity: 'Error' | 'Warning';
  source: string;
  section: string;
  owner?: string;
  path: string;
  message: string;
  /** An answer is missing, as opposed to wrong. */
  missing: boolean;
};

export type State = 'Empty' | 'InProgress' | 'Complete' | 'NeedsAttention';

/** What the server derives from an application: figures, states of the sections, failed rules and the TRID items. */
export type Assessment = {
  figures: {
    ratios: { income: string; housing: Ratio; total: Ratio };
    loanToValue: { ltv: LoanToValueRatio; cltv: LoanToValueRatio; hcltv: LoanToValueRatio };
    payment: { lines: readonly PaymentLine[]; total: string };
    cash: { lines: readonly CashLine[]; cashFromBorrower: string; label: string };
  };
  sections: readonly { section: string; owner?: string; state: State }[];
  problems: readonly Problem[];
  du: readonly Problem[];
  trid: { missing: readonly { item: string; borrower?: string | null }[]; completedAt?: string | null };
};

/** The assessment of the last saved document. */
export const assessmentOf = (document: ApplicationDocument): Assessment | undefined =>
  (document as { assessment?: Assessment }).assessment;

const byPath = new WeakMap<readonly Problem[], ReadonlyMap<string, Problem>>();

/** The failed rule of a field, an item or a list. */
export function problemAt(document: ApplicationDocument, path: string): Problem | undefined {
  const problems = problemsOf(document);
  const map = byPath.get(problems) ?? new Map(problems.toReversed().map((problem) => [problem.path, problem]));
  byPath.set(problems, map);
  return map.get(path);
}

const none: readonly Problem[] = [];
export const problemsOf = (document: ApplicationDocument): readonly Problem[] =>
  assessmentOf(document)?.problems ?? none;

/** The state of a section for the shown borrower or group. */
export const stateOf = (document: ApplicationDocument, section: string, owner: string | undefined): State | undefined =>
  assessmentOf(document)?.sections.find((one) => one.section === section && one.owner === owner)?.state;
