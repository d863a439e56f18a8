import type { SectionLayout } from './layout';
import { borrowerLayouts } from './layouts/borrower-layouts';
import { declarationLayouts } from './layouts/declaration-layouts';
import { lenderLayouts, loanLayouts } from './layouts/loan-layouts';
import { moneyLayouts } from './layouts/money-layouts';
import { texts } from './texts';

/** The 26 sections of Form 1003, in the order of the form, as the list of sections groups them. */
export const sectionGroups: readonly { title: string; sections: readonly SectionLayout[] }[] = [
  { title: texts.sectionHeadings.borrower, sections: borrowerLayouts },
  { title: texts.sectionHeadings.money, sections: moneyLayouts },
  { title: texts.sectionHeadings.loan, sections: loanLayouts },
  { title: texts.sectionHeadings.declarations, sections: declarationLayouts },
  { title: texts.sectionHeadings.lender, sections: lenderLayouts },
];

export const sections: readonly SectionLayout[] = sectionGroups.flatMap((group) => group.sections);
