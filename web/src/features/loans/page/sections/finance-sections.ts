import type { Application } from '@/api/types';
import { money, moneyColumn, months, sum } from '@/shared/lib/format';
import { addressLine, ownersOf } from './people';
import { maskedAccountNumber, type Sealed } from './sealed';
import { fact, type Group, type Section, section, tableOf, wanted, yesNo } from './section';
import { wordLabel, wordOrOther } from './word-label';

type Asset = Application['assets'][number];
type OwnedProperty = Application['ownedProperties'][number];

/** Kinds of section 2a; what is neither here nor a gift stands in 2b. */
const accounts = new Set<string>([
  'Annuity',
  'Bond',
  'BridgeLoanNotDeposited',
  'CashOnHand',
  'CertificateOfDepositTimeDeposit',
  'CheckingAccount',
  'IndividualDevelopmentAccount',
  'LifeInsurance',
  'MoneyMarketFund',
  'MutualFund',
  'RetirementFund',
  'SavingsAccount',
  'SavingsBond',
  'Stock',
  'StockOptions',
  'TrustAccount',
]);

/** Kinds of section 4d. */
const gifts = new Set<string>(['GiftOfCash', 'GiftOfPropertyEquity', 'GiftsNotDeposited', 'GiftsTotal', 'Grant']);

/** Section 2: what the borrowers have and owe. */
export const financeSections = (application: Application, sealed: Sealed): Section[] => [
  section('2a', [assetGroup('accounts', application, sealed, (kind) => accounts.has(kind))]),
  section('2b', [assetGroup('other assets', application, sealed, (kind) => !accounts.has(kind) && !gifts.has(kind))]),
  section('2c', [debts(application, sealed)]),
  section('2d', [expenses(application)]),
];

/** Section 3: real estate that the borrowers own; the third and all further ones stand together. */
export function propertySections(application: Application): Section[] {
  const [first, second, ...further] = application.ownedProperties.map((property) =>
    ownedProperty(application, property),
  );
  const groups = (group: Group[] | undefined) => group ?? [];
  return [section('3a', groups(first)), section('3b', groups(second)), section('3c', further.flat())];
}

/** Section 4d: gifts and grants. */
export const giftSection = ({ assets }: Application): Section => {
  const given = assets.filter(isGift);
  const value = moneyColumn(given.map((gift) => gift.value));
  const rows = given.map((gift) => ({
    key: gift.id,
    cells: [
      wordOrOther(gift.kind, gift.other),
      gift.deposited === undefined ? '' : gift.deposited ? 'Deposited' : 'Not deposited',
      wordLabel(gift.source),
      value(gift.value),
    ],
  }));
  const columns = [{ label: 'Gift' }, { label: 'Deposited' }, { label: 'Source' }, { label: 'Value', isNumeric: true }];
  return section('4d', [{ key: 'gifts', facts: [], ...tableOf({ columns, rows }) }]);
};

const isGift = ({ kind }: Asset): boolean => gifts.has(kind ?? '');

function assetGroup(key: string, application: Application, sealed: Sealed, isIn: (kind: string) => boolean): Group {
  const assets = application.assets.filter(({ kind }) => isIn(kind ?? ''));
  const values = assets.map((asset) => asset.value);
  const value = moneyColumn(values);
  return {
    key,
    facts: [],
    ...tableOf({
      columns: [
        { label: 'Type' },
        { label: 'Institution' },
        { label: 'Account' },
        { label: 'Owner' },
        { label: 'Value', isNumeric: true },
      ],
      rows: assets.map((asset) => ({
        key: asset.id,
        cells: [
          wordOrOther(asset.kind, asset.other),
          asset.holder ?? '',
          maskedAccountNumber(sealed, asset.id, asset.accountNumberLastFour),
          ownersOf(application, asset.owners),
          value(asset.value),
        ],
      })),
      ...(assets.length > 1 && { totals: ['Total', '', '', '', value(sum(values))] }),
    }),
  };
}

function debts(application: Application, sealed: Sealed): Group {
  // A mortgage on an owned property stands with that property in section 3.
  const properties = new Set(application.ownedProperties.map(({ id }) => id));
  const liabilities = application.liabilities.filter(({ ownedProperty: on }) => !on || !properties.has(on));
  const balances = liabilities.map((debt) => debt.balance);
  const payments = liabilities.map((debt) => debt.monthlyPayment);
  const [balance, payment] = [moneyColumn(balances), moneyColumn(payments)];
  return {
    key: 'debts',
    facts: [],
    ...tableOf({
      columns: [
        { label: 'Type' },
        { label: 'Company' },
        { label: 'Account' },
        { label: 'Owner' },
        { label: 'At closing' },
        { label: 'Balance', isNumeric: true },
        { label: 'Payment a month', isNumeric: true },
      ],
      rows: liabilities.map((debt) => ({
        key: debt.id,
        cells: [
          wordOrOther(debt.kind, debt.other),
          debt.creditor ?? '',
          maskedAccountNumber(sealed, debt.id, debt.accountNumberLastFour),
          ownersOf(application, debt.owners),
          debt.paidOffAtClosing ? 'Paid off' : '',
          balance(debt.balance),
          payment(debt.monthlyPayment),
        ],
      })),
      ...(liabilities.length > 1 && {
        totals: ['Total', '', '', '', '', balance(sum(balances)), payment(sum(payments))],
      }),
    }),
  };
}

const expenses = (application: Application): Group => ({
  key: 'expenses',
  facts: [],
  ...tableOf({
    columns: [
      { label: 'Expense' },
      { label: 'Owner' },
      { label: 'Months left', isNumeric: true },
      { label: 'Payment a month', isNumeric: true },
    ],
    rows: application.expenses.map((expense) => ({
      key: expense.id,
      cells: [
        wordOrOther(expense.kind, expense.other),
        ownersOf(application, expense.owners),
        expense.remainingMonths === undefined ? '' : String(expense.remainingMonths),
        money(expense.monthlyPayment),
      ],
    })),
  }),
});

function ownedProperty(application: Application, property: OwnedProperty): Group[] {
  const mortgages = application.liabilities.filter((debt) => debt.ownedProperty === property.id);
  return [
    {
      key: property.id,
      facts: [
        wanted('Address', addressLine(property.address)),
        wanted('Value', money(property.value)),
        ...fact('Status', wordLabel(property.disposition)),
        ...fact('Owner', ownersOf(application, property.owners)),
        ...fact('Intended occupancy', wordLabel(property.intendedUsage)),
        ...fact('Present occupancy', wordLabel(property.currentUsage)),
        ...fact('Subject property', yesNo(property.isSubject)),
        ...fact('Units', property.unitCount),
        ...fact('Kind', property.propertyType),
        ...fact('Insurance, taxes and dues a month', money(property.maintenanceExpense)),
        ...fact('Gross rent a month', money(property.rentalIncomeGross)),
        ...fact('Net rent a month', money(property.rentalIncomeNet)),
        ...fact('Balance of mortgages', money(property.lienBalance)),
        ...fact('Mortgage payments a month', money(property.lienPayment)),
      ],
      ...tableOf({
        columns: [
          { label: 'Mortgage' },
          { label: 'Creditor' },
          { label: 'At closing' },
          { label: 'Months left', isNumeric: true },
          { label: 'Balance', isNumeric: true },
          { label: 'Payment a month', isNumeric: true },
        ],
        rows: mortgages.map((mortgage) => ({
          key: mortgage.id,
          cells: [
            wordLabel(mortgage.mortgageType) || wordOrOther(mortgage.kind, mortgage.other),
            mortgage.creditor ?? '',
            mortgage.paidOffAtClosing ? 'Paid off' : '',
            months(mortgage.remainingMonths),
            money(mortgage.balance),
            money(mortgage.monthlyPayment),
          ],
        })),
      }),
    },
  ];
}
