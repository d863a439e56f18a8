import type { SectionLayout } from '../layout';
import { CashToClose } from '../parts/cash-to-close';
import { HousingPayment } from '../parts/housing-payment';
import { valueAt } from '../path';
import { isGift } from './money-layouts';

const isPurchase = (application: unknown) => valueAt(application, 'loan/purpose') !== 'Refinance';

/** Section 4c asks for the rent of two to four units or an investment property. */
const hasRent = (application: unknown) =>
  valueAt(application, 'property/usage') === 'Investment' ||
  Number(valueAt(application, 'property/unitCount') ?? 1) > 1;

export const headLayout: SectionLayout = {
  key: 'head',
  title: 'Uniform Residential Loan Application',
  name: 'Application',
  scope: 'loan',
  blocks: [
    {
      rows: [
        [
          'loan/lenderLoanNumber:3',
          'loan/universalLoanIdentifier:4',
          'loan/agencyCaseNumber:2',
          'loan/applicationReceivedOn:3',
        ],
      ],
    },
  ],
};

export const loanLayouts: readonly SectionLayout[] = [
  {
    key: '4a',
    title: 'Loan and Property Information',
    name: 'Loan and Property',
    scope: 'loan',
    blocks: [
      {
        rows: [
          ['loan/baseAmount:3', 'loan/purpose:3', 'loan/purposeOther:3', 'property/toBeDetermined:4'],
          ['property/address'],
          ['property/unitCount:2', 'property/estimatedValue:3', 'property/appraisedValue:3', 'property/usage:4'],
          ['property/constructionMethod:3', 'property/attachment:3', 'property/yearBuilt:2', 'property/mixedUse:3'],
          ['property/fhaSecondaryResidence:4'],
          ['property/legalDescription:12'],
          ['property/censusTract:2', 'property/msa:3', 'property/appraisalIdentifier:4', 'property/appraisalWaiver:3'],
        ],
      },
    ],
  },
  {
    key: '4b',
    title: 'Other New Mortgage Loans on the Property You are Buying or Refinancing',
    name: 'Other New Mortgages',
    scope: 'loan',
    blocks: [
      {
        list: {
          path: 'otherLoans',
          noun: 'other new mortgage',
          as: 'table',
          rows: [
            ['creditor:4', 'lien:2', 'monthlyPayment:2', 'amount:2', 'creditLimit:2'],
            ['heloc:3', 'communitySecond:3', 'fundsSource:4'],
          ],
          sum: 'amount',
          mark: 'notApplicable/otherLoans',
        },
      },
    ],
  },
  {
    key: '4c',
    title: 'Rental Income on the Property You Want to Purchase',
    name: 'Rental Income',
    scope: 'loan',
    blocks: [
      { rows: [['property/rentalIncomeGross:4', 'property/rentalIncomeNet:4']], when: hasRent },
      { rows: [['notApplicable/rentalIncome:12']] },
    ],
  },
  {
    key: '4d',
    title: 'Gifts or Grants You Have Been Given or Will Receive for this Loan',
    name: 'Gifts or Grants',
    scope: 'loan',
    blocks: [
      {
        list: {
          path: 'assets',
          noun: 'gift or grant',
          as: 'table',
          rows: [['kind:3', 'deposited:2', 'source:3', 'value:2', 'owners:2'], ['sourceOther:6']],
          isShown: isGift,
          initial: ({ borrowers }) => ({ kind: 'GiftOfCash', owners: borrowers.slice(0, 1) }),
          sum: 'value',
          mark: 'notApplicable/gifts',
        },
      },
    ],
  },
];

export const lenderLayouts: readonly SectionLayout[] = [
  {
    key: '9',
    title: 'Loan Originator Information',
    name: 'Loan Originator',
    scope: 'loan',
    blocks: [
      {
        rows: [
          ['originator/organizationName:6', 'originator/organizationNmlsId:3', 'originator/organizationStateLicense:3'],
          ['originator/organizationAddress'],
          ['originator/name:6', 'originator/nmlsId:3', 'originator/stateLicense:3'],
          ['originator/email:5', 'originator/phone:3', 'originator/takenBy:4'],
        ],
      },
    ],
  },
  {
    key: 'L1',
    title: 'Property and Loan Information',
    name: 'Property and Loan',
    scope: 'loan',
    blocks: [
      {
        rows: [
          ['property/communityPropertyState:6', 'property/existingCleanEnergyLien:6'],
          ['loan/contractForDeedConversion:6', 'loan/renovation:6'],
          ['loan/construction:6', 'loan/energyImprovement:6'],
          ['loan/constructionType:3', 'loan/constructionClosing:3', 'loan/energyImprovementAmount:3'],
          [
            'property/constructionCost:3',
            'property/lotAcquiredOn:3',
            'property/lotOriginalCost:3',
            'property/lotValue:3',
          ],
          [
            'loan/refinanceCashOut:3',
            'loan/refinancePurpose:3',
            'loan/governmentRefinance:3',
            'loan/governmentRefinanceOther:3',
          ],
          ['property/acquiredYear:2', 'property/originalCost:3', 'property/existingLiensAmount:3'],
          ['property/projectType:4', 'property/plannedUnitDevelopment:4', 'property/inProject:4'],
        ],
      },
    ],
  },
  {
    key: 'L2',
    title: 'Title Information',
    name: 'Title Information',
    scope: 'loan',
    blocks: [
      {
        list: {
          path: 'title/holders',
          noun: 'titleholder',
          as: 'table',
          rows: [['name:6', 'vesting:4', 'isCurrent:2']],
        },
      },
      {
        rows: [
          ['property/estate:3', 'property/leaseholdEndsOn:3', 'title/manner:6'],
          ['title/trusts:6', 'title/landTenure:6'],
        ],
      },
    ],
  },
  {
    key: 'L3',
    title: 'Mortgage Loan Information',
    name: 'Mortgage Loan Information',
    scope: 'loan',
    blocks: [
      {
        rows: [
          ['loan/mortgageType:3', 'loan/mortgageTypeOther:3', 'loan/noteRate:2', 'loan/termMonths:2', 'loan/lien:2'],
          ['loan/amortization:3', 'loan/amortizationOther:3', 'loan/initialFixedMonths:4', 'loan/adjustmentMonths:4'],
          ['loan/index:3', 'loan/indexRate:2', 'loan/margin:2', 'loan/qualifyingRate:2', 'loan/armPlan:3'],
          ['loan/balloon:3', 'loan/balloonMonths:3', 'loan/interestOnly:3', 'loan/interestOnlyMonths:3'],
          ['loan/prepaymentPenalty:3', 'loan/prepaymentPenaltyMonths:3', 'loan/buydown:3', 'loan/buydownInitialRate:3'],
          ['loan/negativeAmortization:3', 'loan/heloc:4', 'loan/otherFeature:5'],
          ['loan/sectionOfAct:4', 'loan/fhaLenderIdentifier:4', 'loan/fhaSponsorIdentifier:4'],
          ['loan/vaEntitlementAmount:4', 'loan/vaBorrowersMarried:4'],
          ['loan/productName:6', 'loan/communityLendingProduct:6'],
        ],
      },
      { part: HousingPayment },
    ],
  },
  {
    key: 'L4',
    title: 'Qualifying the Borrower - Minimum Required Funds or Cash Back',
    name: 'Qualifying the Borrower',
    scope: 'loan',
    blocks: [
      {
        title: 'Total due from borrower(s)',
        rows: [
          ['property/purchasePrice:6', 'transaction/alterationsAmount:6'],
          ['transaction/landAmount:6', 'transaction/refinancePayoffAmount:6'],
          ['transaction/otherPayoffAmount:6', 'transaction/discountPointsAmount:6'],
          [
            'transaction/closingCostsAmount:4',
            'transaction/prepaidItemsAmount:4',
            'transaction/miAndFundingFeeAmount:4',
          ],
        ],
      },
      {
        title: 'Total mortgage loans',
        rows: [['transaction/miAndFundingFeeFinancedAmount:6', 'transaction/subordinateFinancingAmount:6']],
      },
      {
        title: 'Total credits',
        rows: [
          [
            'transaction/sellerCreditsAmount:4',
            'transaction/sellerPaidClosingCostsAmount:4',
            'transaction/salesConcessionAmount:4',
          ],
        ],
        when: isPurchase,
      },
      { part: CashToClose },
    ],
  },
];
