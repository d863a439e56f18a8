import type { SectionLayout } from '../layout';
import { SealedAnswers } from '../parts/sealed-answers';
import { Signature } from '../parts/signature';

const answer = (name: string) => [`declarations/${name}:12`];
const follow = (...names: string[]) => names.map((name) => `declarations/${name}:6`);
const explanation = (letter: string) => [`declarations/explanations/${letter}:12`];

export const declarationLayouts: readonly SectionLayout[] = [
  {
    key: '5a',
    title: 'About this Property and Your Money for this Loan',
    name: 'About this Property',
    scope: 'borrower',
    blocks: [
      {
        as: 'questions',
        rows: [
          answer('intentToOccupy'),
          answer('homeownerPastThreeYears'),
          follow('priorPropertyUsage', 'priorPropertyTitle'),
          answer('fhaSecondaryResidence'),
          explanation('a'),
          answer('relationshipWithSeller'),
          explanation('b'),
          answer('undisclosedBorrowedFunds'),
          answer('undisclosedBorrowedFundsAmount'),
          explanation('c'),
          answer('undisclosedMortgageApplication'),
          answer('undisclosedCreditApplication'),
          explanation('d'),
          answer('proposedCleanEnergyLien'),
          explanation('e'),
        ],
      },
    ],
  },
  {
    key: '5b',
    title: 'About Your Finances',
    name: 'About Your Finances',
    scope: 'borrower',
    blocks: [
      {
        as: 'questions',
        rows: [
          answer('undisclosedComakerOfNote'),
          explanation('f'),
          answer('outstandingJudgments'),
          explanation('g'),
          answer('delinquentOrDefault'),
          explanation('h'),
          answer('partyToLawsuit'),
          explanation('i'),
          answer('deedInLieu'),
          explanation('j'),
          answer('shortSale'),
          explanation('k'),
          answer('foreclosure'),
          explanation('l'),
          answer('bankruptcy'),
          answer('bankruptcyChapters'),
          explanation('m'),
        ],
      },
    ],
  },
  {
    key: '6',
    title: 'Acknowledgments and Agreements',
    name: 'Acknowledgments',
    scope: 'borrower',
    blocks: [{ part: Signature }],
  },
  {
    key: '7',
    title: 'Military Service',
    name: 'Military Service',
    scope: 'borrower',
    blocks: [
      {
        as: 'questions',
        rows: [
          ['military/served:12'],
          ['military/statuses:12'],
          ['military/completionOn:4', 'military/survivingSpouse:8'],
        ],
      },
    ],
  },
  {
    key: '8',
    title: 'Demographic Information',
    name: 'Demographic Information',
    scope: 'borrower',
    blocks: [{ part: SealedAnswers }],
  },
];

export const scifLayout: SectionLayout = {
  key: 'SCIF',
  title: 'Supplemental Consumer Information Form',
  name: 'Supplemental Consumer Information',
  scope: 'borrower',
  blocks: [
    {
      title: 'Homeownership education and housing counseling',
      list: {
        path: 'counseling',
        noun: 'education or counseling',
        as: 'cards',
        rows: [
          ['kind:4', 'format:4', 'completedOn:4'],
          ['agency:6', 'agencyIdentifier:3', 'confirmed:3'],
        ],
      },
    },
    { title: 'Language preference', rows: [['language:4', 'languageOther:4', 'languageRefused:4']] },
  ],
};
