import { offeredIn } from '../choices';
import type { ListLayout, Scope, SectionLayout } from '../layout';
import { PropertyMortgages } from '../parts/property-mortgages';
import { SecuredBy } from '../parts/secured-by';
import { type Item, itemsAt } from '../path';

/** Whether an item belongs to the joint group that is shown. Items without an owner belong to the first group. */
export function isOfGroup(item: Item, { borrowers, isFirst }: Scope): boolean {
  const owners = (item.owners as readonly string[] | undefined) ?? [];
  return owners.length === 0 ? isFirst : owners.some((owner) => borrowers.includes(owner));
}

const gifts = ['GiftOfCash', 'GiftOfPropertyEquity', 'Grant'];
export const isGift = (item: Item): boolean => gifts.includes(String(item.kind));
const isOther = (item: Item) => offeredIn('AssetType', '2b').some(({ value }) => value === item.kind);

/** A new item belongs to the borrower whose group is shown. */
const owned = ({ borrowers }: Scope) => ({ owners: borrowers.slice(0, 1) });

/** Mortgages of a listed property stand below it in section 3. */
function isSecured(item: Item, application: unknown): boolean {
  return itemsAt(application, 'ownedProperties').some(({ id }) => id === item.ownedProperty);
}

const property = (first: number, last: number, rest: Partial<ListLayout>): ListLayout => ({
  path: 'ownedProperties',
  noun: 'property',
  as: 'cards',
  rows: [
    ['address'],
    ['value:3', 'disposition:3', 'intendedUsage:3', 'currentUsage:3'],
    ['maintenanceExpense:6', 'rentalIncomeGross:3', 'rentalIncomeNet:3'],
    ['unitCount:2', 'propertyType:3', 'isSubject:4', 'owners:3'],
  ],
  more: PropertyMortgages,
  isShown: (item, application, scope) => {
    const at = itemsAt(application, 'ownedProperties')
      .filter((one) => isOfGroup(one, scope))
      .findIndex(({ id }) => id === item.id);
    return at >= first && at <= last;
  },
  initial: (scope) => ({ ...owned(scope), address: { country: 'US' } }),
  most: last - first + 1,
  ...rest,
});

export const moneyLayouts: readonly SectionLayout[] = [
  {
    key: '2a',
    title: 'Assets - Bank Accounts, Retirement, and Other Accounts You Have',
    name: 'Accounts',
    scope: 'group',
    blocks: [
      {
        list: {
          path: 'assets',
          noun: 'account',
          as: 'table',
          rows: [['kind:3', 'holder:3', 'accountNumber:2', 'value:2', 'owners:2'], ['other:6']],
          isShown: (item, _, scope) => !isGift(item) && !isOther(item) && isOfGroup(item, scope),
          initial: owned,
          sum: 'value',
          sumLabel: 'Total of all accounts',
        },
      },
    ],
  },
  {
    key: '2b',
    title: 'Other Assets and Credits You Have',
    name: 'Other Assets and Credits',
    scope: 'group',
    blocks: [
      {
        title: 'Assets',
        list: {
          path: 'assets',
          noun: 'asset',
          as: 'table',
          rows: [['kind:6', 'value:3', 'owners:3'], ['other:6']],
          isShown: (item, _, scope) => isOther(item) && isOfGroup(item, scope),
          initial: (scope) => ({ ...owned(scope), kind: 'PendingNetSaleProceedsFromRealEstateAssets' }),
          sum: 'value',
          mark: 'notApplicable/otherAssets',
        },
      },
      {
        title: 'Credits',
        list: {
          path: 'transaction/credits',
          noun: 'credit',
          as: 'table',
          rows: [['kind:6', 'amount:3', 'source:3'], ['other:6']],
          isShown: (_item, _application, { isFirst }) => isFirst,
          sum: 'amount',
        },
      },
    ],
  },
  {
    key: '2c',
    title: 'Liabilities - Credit Cards, Other Debts, and Leases that You Owe',
    name: 'Liabilities',
    scope: 'group',
    blocks: [
      {
        list: {
          path: 'liabilities',
          noun: 'debt',
          as: 'table',
          rows: [
            [
              'kind:2',
              'creditor:2',
              'accountNumber:2',
              'balance:2',
              'monthlyPayment:2',
              'remainingMonths:1',
              'owners:1',
            ],
            ['paidOffAtClosing:4', 'excluded:3', 'exclusionReason:5', 'other:5'],
          ],
          more: SecuredBy,
          isShown: (item, application, scope) => !isSecured(item, application) && isOfGroup(item, scope),
          initial: owned,
          sum: 'monthlyPayment',
          sumLabel: 'Total of the monthly payments',
          mark: 'notApplicable/liabilities',
        },
      },
    ],
  },
  {
    key: '2d',
    title: 'Other Liabilities and Expenses',
    name: 'Other Expenses',
    scope: 'group',
    blocks: [
      {
        list: {
          path: 'expenses',
          noun: 'expense',
          as: 'table',
          rows: [['kind:5', 'monthlyPayment:3', 'remainingMonths:2', 'owners:2'], ['other:6']],
          isShown: (item, _, scope) => isOfGroup(item, scope),
          initial: owned,
          sum: 'monthlyPayment',
          mark: 'notApplicable/expenses',
        },
      },
    ],
  },
  {
    key: '3a',
    title: 'Property You Own',
    name: 'Property You Own',
    scope: 'group',
    blocks: [{ list: property(0, 0, { mark: 'notApplicable/realEstate' }) }],
  },
  {
    key: '3b',
    title: 'Additional Property',
    name: 'Additional Property',
    scope: 'group',
    blocks: [{ list: property(1, 1, { noun: 'second property', mark: 'notApplicable/secondProperty', least: 1 }) }],
  },
  {
    key: '3c',
    title: 'Additional Property',
    name: 'Additional Property',
    scope: 'group',
    blocks: [{ list: property(2, 99, { noun: 'further property', mark: 'notApplicable/thirdProperty', least: 2 }) }],
  },
];
