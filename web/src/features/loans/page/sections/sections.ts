import type { ApplicationDocument, Lookups } from '@/api/types';
import { borrowerSections } from './borrower-sections';
import { declarationSections } from './declaration-sections';
import { financeSections, propertySections } from './finance-sections';
import { lenderSections, loanSections, originatorSection } from './loan-sections';
import type { Section } from './section';

/** The whole application by section of Form 1003/65, in the order of the form. */
export const sectionsOf = ({ application, sealed }: ApplicationDocument, lookups: Lookups): Section[] => [
  ...borrowerSections(application, sealed),
  ...financeSections(application, sealed),
  ...propertySections(application),
  ...loanSections(application, lookups),
  ...declarationSections(application, sealed),
  originatorSection(application),
  ...lenderSections(application),
];
