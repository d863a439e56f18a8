import type { components } from '@/api/schema';
import type { ApplicationDocument } from '@/api/types';

type Schemas = components['schemas'];

/** What the server derives from an application: figures, states of the sections, failed rules and the TRID items. */
export type Assessment = Schemas['ApplicationAssessment'];

/** A part of a figure, and how the figure treats it. */
export type Part = Schemas['FigurePart'];
export type CashLine = Schemas['CashLine'];
export type PaymentLine = Schemas['PaymentLine'];
export type Problem = Schemas['FormProblem'];
export type State = Schemas['SectionStatus'];

/** The assessment of the last saved document. A past state of a loan has none. */
export const assessmentOf = (document: Partial<Pick<ApplicationDocument, 'assessment'>>): Assessment | undefined =>
  document.assessment;

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
