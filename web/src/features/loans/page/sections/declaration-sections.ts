import type { Application } from '@/api/types';
import { day, money } from '@/shared/lib/format';
import { type Borrower, headingOf } from './people';
import type { Sealed } from './sealed';
import { fact, type Group, type Section, section, yesNo } from './section';
import { wordLabel } from './word-label';

/** Sections 5 to 8, once for each borrower. */
export function declarationSections(application: Application, sealed: Sealed): Section[] {
  const each = (group: (borrower: Borrower) => Group) =>
    application.borrowers.map((borrower) => ({ ...headingOf(application, borrower), ...group(borrower) }));
  return [
    section('5a', each(aboutProperty)),
    section('5b', each(aboutFinances)),
    section('6', []),
    section('7', each(militaryService)),
    section(
      '8',
      each((borrower) => demographics(borrower, sealed)),
    ),
  ];
}

const aboutProperty = ({ id, declarations: answers }: Borrower): Group => ({
  key: id,
  facts: [
    ...fact('A. Will occupy as primary residence', answers.intentToOccupy),
    ...fact('A. Owned a home in the last three years', answers.homeownerPastThreeYears),
    ...fact('A1. How it was used', wordLabel(answers.priorPropertyUsage)),
    ...fact('A2. How title was held', wordLabel(answers.priorPropertyTitle)),
    ...fact('FHA secondary residence', yesNo(answers.fhaSecondaryResidence)),
    ...fact('B. Relationship with the seller', yesNo(answers.relationshipWithSeller)),
    ...fact('C. Borrowing undisclosed money', yesNo(answers.undisclosedBorrowedFunds)),
    ...fact('C. How much', money(answers.undisclosedBorrowedFundsAmount)),
    ...fact('D1. Applying for another mortgage', yesNo(answers.undisclosedMortgageApplication)),
    ...fact('D2. Applying for other new credit', yesNo(answers.undisclosedCreditApplication)),
    ...fact('E. Clean energy lien ahead of the mortgage', yesNo(answers.proposedCleanEnergyLien)),
    ...fact('Part of the down payment is borrowed', yesNo(answers.borrowedDownPayment)),
  ],
});

const aboutFinances = ({ id, declarations: answers }: Borrower): Group => ({
  key: id,
  facts: [
    ...fact('F. Undisclosed co-signer or guarantor', yesNo(answers.undisclosedComakerOfNote)),
    ...fact('G. Outstanding judgments', yesNo(answers.outstandingJudgments)),
    ...fact('H. Delinquent or in default on federal debt', yesNo(answers.delinquentOrDefault)),
    ...fact('I. Party to a lawsuit', yesNo(answers.partyToLawsuit)),
    ...fact('J. Title in lieu of foreclosure, past 7 years', yesNo(answers.deedInLieu)),
    ...fact('K. Short sale, past 7 years', yesNo(answers.shortSale)),
    ...fact('L. Foreclosure, past 7 years', yesNo(answers.foreclosure)),
    ...fact('M. Bankruptcy, past 7 years', bankruptcy(answers)),
    ...fact('Alimony or child support', yesNo(answers.alimonyOrChildSupport)),
  ],
});

const bankruptcy = ({ bankruptcy: is, bankruptcyChapters: chapters }: Borrower['declarations']): string =>
  [yesNo(is), ...chapters.map(wordLabel)].filter(Boolean).join(', ');

const militaryService = ({ id, military }: Borrower): Group => ({
  key: id,
  facts: [
    ...fact('Served in the U.S. Armed Forces', yesNo(military.served)),
    ...fact('Status', military.statuses.map(wordLabel).join(', ')),
    ...fact('Projected end of active duty', day(military.completionOn)),
    ...fact('Surviving spouse', yesNo(military.survivingSpouse)),
  ],
});

/** The answers themselves are read nowhere but in their own register; here only that they were given. */
function demographics({ id }: Borrower, sealed: Sealed): Group {
  const isGiven = sealed.some((path) => path.startsWith(`borrowers/${id}/demographics`));
  return { key: id, facts: isGiven ? fact('Answers', 'Given, sealed') : [] };
}
