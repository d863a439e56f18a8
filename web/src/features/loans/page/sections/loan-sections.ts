import type { Application, Lookups } from '@/api/types';
import { day, money, moneyColumn, months, phone, rate, sum } from '@/shared/lib/format';
import { giftSection } from './finance-sections';
import { addressLine } from './people';
import { type EditableField, fact, type Section, section, tableOf, wanted, yesNo } from './section';
import { wordLabel, wordOrOther } from './word-label';

/** Section 4: the loan that is asked for, and its property. */
export function loanSections(application: Application, lookups: Lookups): Section[] {
  const { loan, property } = application;
  return [
    section('4a', [
      {
        key: 'loan',
        fields: loanFields(application, lookups),
        facts: [
          wanted('Loan amount', money(loan.noteAmount ?? loan.baseAmount)),
          wanted('Loan purpose', wordOrOther(loan.purpose, loan.purposeOther)),
          wanted('Property address', property.toBeDetermined ? 'To be determined' : addressLine(property.address)),
          ...fact('County', property.address.county),
          wanted('Occupancy', wordLabel(property.usage)),
          ...fact('Number of units', property.unitCount),
          ...fact('Property value', money(property.estimatedValue)),
          ...fact('Appraised value', money(property.appraisedValue)),
          ...fact('Purchase price', money(property.purchasePrice)),
          ...fact('Appraisal waiver', property.appraisalWaiver),
          ...fact('FHA secondary residence', yesNo(property.fhaSecondaryResidence)),
          ...fact('Mixed-use property', yesNo(property.mixedUse)),
          ...fact('Construction', wordLabel(property.constructionMethod)),
          ...fact('Attachment', wordLabel(property.attachment)),
          ...fact('Year built', property.yearBuilt),
          ...fact('Application received', day(loan.applicationReceivedOn)),
        ],
      },
    ]),
    section('4b', [{ key: 'other loans', facts: [], ...otherLoans(application) }]),
    section('4c', [
      {
        key: 'rent',
        facts: [
          ...fact('Expected monthly rental income', money(property.rentalIncomeGross)),
          ...fact('Expected net monthly rental income', money(property.rentalIncomeNet)),
        ],
      },
    ]),
    giftSection(application),
  ];
}

const loanFields = ({ loan, property }: Application, lookups: Lookups): EditableField[] => [
  {
    path: 'loan/purpose',
    label: 'Loan purpose',
    value: loan.purpose ?? '',
    kind: 'choice',
    choices: lookups.loanPurposes.map((purpose) => ({ value: purpose, label: wordLabel(purpose) })),
  },
  {
    path: 'property/address/state',
    label: 'Subject property state',
    value: property.address.state ?? '',
    kind: 'choice',
    choices: lookups.states.map(({ code, name }) => ({ value: code, label: name })),
  },
  {
    path: 'property/usage',
    label: 'Property usage',
    value: property.usage ?? '',
    kind: 'choice',
    choices: lookups.propertyUsages,
  },
  {
    path: 'property/appraisalWaiver',
    label: 'Appraisal waiver',
    value: property.appraisalWaiver ?? '',
    kind: 'choice',
    choices: ['Yes', 'No'].map((answer) => ({ value: answer, label: answer })),
  },
];

const otherLoans = ({ otherLoans: loans }: Application) =>
  tableOf({
    columns: [
      { label: 'Creditor' },
      { label: 'Lien' },
      { label: 'Payment a month', isNumeric: true },
      { label: 'Amount', isNumeric: true },
      { label: 'Credit limit', isNumeric: true },
    ],
    rows: loans.map((loan) => ({
      key: loan.id,
      cells: [
        loan.creditor ?? loan.fundsSource ?? '',
        [wordLabel(loan.lien), loan.heloc && 'HELOC'].filter(Boolean).join(', '),
        money(loan.monthlyPayment),
        money(loan.amount),
        money(loan.creditLimit),
      ],
    })),
  });

/** Section 9: who took the application. */
export const originatorSection = ({ originator }: Application): Section =>
  section('9', [
    {
      key: 'originator',
      facts: [
        ...fact('Loan originator', originator.name),
        ...fact('Originator NMLSR ID', originator.nmlsId),
        ...fact('Originator state license', originator.stateLicense),
        ...fact('Email', originator.email),
        ...fact('Phone', phone(originator.phone)),
        ...fact('Organization', originator.organizationName),
        ...fact('Organization NMLSR ID', originator.organizationNmlsId),
        ...fact('Organization state license', originator.organizationStateLicense),
        ...fact('Organization address', addressLine(originator.organizationAddress)),
        ...fact('Application taken by', wordLabel(originator.takenBy)),
        ...fact('Signed', day(originator.signedOn)),
      ],
    },
  ]);

/** The lender's part: L1 to L4. */
export const lenderSections = (application: Application): Section[] => {
  const { title, property } = application;
  return [
    section('L1', [{ key: 'transaction', facts: transactionFacts(application) }]),
    section('L2', [
      {
        key: 'title',
        facts: [
          ...fact(
            'Title will be held by',
            title.holders
              .filter((each) => !each.isCurrent)
              .map(({ name }) => name)
              .join('; '),
          ),
          ...fact(
            'Title is held by',
            title.holders
              .filter((each) => each.isCurrent)
              .map(({ name }) => name)
              .join('; '),
          ),
          ...fact('Manner of holding title', title.manner),
          ...fact('Estate', wordLabel(property.estate)),
          ...fact('Leasehold ends', day(property.leaseholdEndsOn)),
        ],
      },
    ]),
    section('L3', [{ key: 'terms', facts: termFacts(application) }, ...housingExpenses(application)]),
    section('L4', [
      { key: 'funds', facts: fundsFacts(application), ...credits(application) },
      { key: 'down payment', facts: [], ...downPayments(application) },
    ]),
  ];
};

const transactionFacts = ({ loan, property }: Application) => [
  ...fact('Community property state', yesNo(property.communityPropertyState)),
  ...fact('Refinance type', wordLabel(loan.refinanceCashOut)),
  ...fact('Refinance purpose', wordLabel(loan.refinancePurpose)),
  ...fact('Refinance program', wordLabel(loan.governmentRefinance)),
  ...fact('Conversion of contract for deed', yesNo(loan.contractForDeedConversion)),
  ...fact('Renovation', yesNo(loan.renovation)),
  ...fact('Construction loan', yesNo(loan.construction)),
  ...fact('Construction type', wordLabel(loan.constructionType)),
  ...fact('Construction closing', wordLabel(loan.constructionClosing)),
  ...fact('Energy improvement', yesNo(loan.energyImprovement)),
  ...fact('Cost of energy improvement', money(loan.energyImprovementAmount)),
  ...fact('Existing clean energy lien', yesNo(property.existingCleanEnergyLien)),
  ...fact('Project', yesNo(property.inProject)),
  ...fact('Project type', wordLabel(property.projectType)),
  ...fact('Planned unit development', yesNo(property.plannedUnitDevelopment)),
  ...fact('Year acquired', property.acquiredYear),
  ...fact('Original cost', money(property.originalCost)),
];

const termFacts = ({ loan }: Application) => [
  wanted('Mortgage type', wordOrOther(loan.mortgageType, loan.mortgageTypeOther)),
  wanted('Note rate', rate(loan.noteRate)),
  wanted('Loan term', loan.termMonths === undefined ? '' : `${loan.termMonths} months`),
  ...fact('Lien', wordLabel(loan.lien)),
  ...fact('Amortization', wordOrOther(loan.amortization, loan.amortizationOther)),
  ...fact('Base loan amount', money(loan.baseAmount)),
  ...fact('Qualifying rate', rate(loan.qualifyingRate)),
  ...fact('Initial fixed period', months(loan.initialFixedMonths)),
  ...fact('Adjustment period', months(loan.adjustmentMonths)),
  ...fact('Margin', rate(loan.margin)),
  ...fact('Index', loan.index),
  ...fact('Balloon', [yesNo(loan.balloon), months(loan.balloonMonths)].filter(Boolean).join(', ')),
  ...fact('Interest only', [yesNo(loan.interestOnly), months(loan.interestOnlyMonths)].filter(Boolean).join(', ')),
  ...fact('Negative amortization', yesNo(loan.negativeAmortization)),
  ...fact(
    'Prepayment penalty',
    [yesNo(loan.prepaymentPenalty), months(loan.prepaymentPenaltyMonths)].filter(Boolean).join(', '),
  ),
  ...fact('Temporary buydown', yesNo(loan.buydown)),
  ...fact('Home equity line of credit', yesNo(loan.heloc)),
  ...fact('Subordinate financing', money(loan.subordinateFinancingAmount)),
  ...fact('Product', loan.productName ?? loan.communityLendingProduct),
  ...fact('Lender loan number', loan.lenderLoanNumber),
  ...fact('Agency case number', loan.agencyCaseNumber),
  ...fact('Section of the act', loan.sectionOfAct),
  ...fact('VA entitlement', money(loan.vaEntitlementAmount)),
  ...fact('Universal Loan Identifier', loan.universalLoanIdentifier),
  ...fact('MERS MIN', loan.mersMin),
  ...fact('Originating system', loan.originatingSystem),
];

/** The monthly payment, line by line: what is proposed, and where a file carries it what is paid at present. */
function housingExpenses({ housingExpenses: expenses }: Application) {
  const group = (heading: string, isProposed: boolean) => {
    const lines = expenses.filter(({ timing }) => (timing !== 'Present') === isProposed);
    const amounts = lines.map((line) => line.amount);
    const amount = moneyColumn(amounts);
    const table = tableOf({
      columns: [{ label: heading }, { label: 'Amount a month', isNumeric: true }],
      rows: lines.map((line) => ({ key: line.id, cells: [wordOrOther(line.kind, line.other), amount(line.amount)] })),
      ...(lines.length > 1 && { totals: ['Total', amount(sum(amounts))] }),
    });
    return { key: heading, facts: [], ...table };
  };
  return [group('Proposed payment', true), group('Present payment', false)];
}

const fundsFacts = ({ transaction, property }: Application) => [
  ...fact('Sales price', money(property.purchasePrice)),
  ...fact('Improvements and repairs', money(transaction.alterationsAmount)),
  ...fact('Land', money(transaction.landAmount)),
  ...fact('Mortgages to be paid off', money(transaction.refinancePayoffAmount)),
  ...fact('Other debts to be paid off', money(transaction.otherPayoffAmount)),
  ...fact('Closing costs', money(transaction.closingCostsAmount)),
  ...fact('Prepaid items', money(transaction.prepaidItemsAmount)),
  ...fact('Discount points', money(transaction.discountPointsAmount)),
  ...fact('Mortgage insurance and funding fee', money(transaction.miAndFundingFeeAmount)),
  ...fact('Of that, financed', money(transaction.miAndFundingFeeFinancedAmount)),
  ...fact('Subordinate financing', money(transaction.subordinateFinancingAmount)),
  ...fact('Seller credits', money(transaction.sellerCreditsAmount)),
  ...fact('Closing costs paid by the seller', money(transaction.sellerPaidClosingCostsAmount)),
  ...fact('Sales concession', money(transaction.salesConcessionAmount)),
  ...fact('Improvements (refinance)', transaction.refinanceImprovements),
  ...fact('Their cost', money(transaction.refinanceImprovementsAmount)),
  ...cashFact(transaction.cashFromBorrowerAmount),
];

/** Negative is money that the borrower gets. */
const cashFact = (amount: string | undefined) =>
  amount?.startsWith('-')
    ? fact('Cash to the borrower', money(amount.slice(1)))
    : fact('Cash from the borrower', money(amount));

const credits = ({ transaction }: Application) =>
  tableOf({
    columns: [{ label: 'Credit' }, { label: 'Source' }, { label: 'Amount', isNumeric: true }],
    rows: transaction.credits.map((credit) => ({
      key: credit.id,
      cells: [wordOrOther(credit.kind, credit.other), wordLabel(credit.source), money(credit.amount)],
    })),
  });

/** Where the down payment comes from (form of 2009). It may stand among the assets too, so it is never added up. */
const downPayments = ({ transaction }: Application) =>
  tableOf({
    columns: [{ label: 'Down payment' }, { label: 'Explanation' }, { label: 'Amount', isNumeric: true }],
    rows: transaction.downPayments.map((part) => ({
      key: part.id,
      cells: [wordLabel(part.kind), part.explanation ?? '', money(part.amount)],
    })),
  });
