import type { TridData } from '@/api/types';
import { sum } from '@/shared/lib/format';
import { texts } from './texts';

/** Field values by path. */
export type Review = Record<string, string>;

export type ReviewField = {
  path: string;
  label: string;
  kind: 'text' | 'money' | 'date' | 'ssn' | 'state' | 'usage' | 'zip';
};

export type ReviewGroup = { title: string; fields: ReviewField[]; gross?: (review: Review) => string };

const spaced = (word: string) => word.replace(/([a-z])([A-Z])/g, '$1 $2');

const nameOf = ({ Name }: TridData['Borrowers'][number]) => [Name?.FirstName, Name?.LastName].filter(Boolean).join(' ');

/** The reviewed items, grouped in the usual order. */
export function groupsOf(data: TridData): ReviewGroup[] {
  const isPurchase = data.LoanPurpose === 'Purchase';
  const field = (path: string, label: string, kind: ReviewField['kind'] = 'text') => ({ path, label, kind });
  return [
    {
      title: texts.loan,
      fields: [
        field('LoanAmount', texts.loanAmount, 'money'),
        isPurchase
          ? field('PurchasePrice', texts.purchasePrice, 'money')
          : field('AppraisedValue', texts.appraisedValue, 'money'),
        field('ApplicationDate', texts.applicationDate, 'date'),
        field('PropertyUsageType', texts.usage, 'usage'),
      ],
    },
    {
      title: texts.property,
      fields: [
        field('LineText', texts.line),
        field('CityName', texts.city),
        field('StateCode', texts.state, 'state'),
        field('PostalCode', texts.postalCode, 'zip'),
      ],
    },
    ...data.Borrowers.map((borrower, index): ReviewGroup => {
      const at = (name: string) => `${borrower.id}/${name}`;
      const incomes = borrower.Incomes ?? [];
      // Income from self-employment isn't reviewed, but it counts.
      const items = sum(incomes.map(({ monthlyAmount }) => monthlyAmount)) || '0';
      const rest = sum([borrower.GrossMonthlyIncome, items.startsWith('-') ? items.slice(1) : `-${items}`]);
      return {
        title: texts.borrower(index + 1, nameOf(borrower)),
        fields: [
          field(at('FirstName'), texts.firstName),
          field(at('LastName'), texts.lastName),
          ...(borrower.SSN ? [field(at('SSN'), texts.ssn, 'ssn')] : []),
          ...incomes.map(({ id, kind }) => field(at(id), kind ? texts.incomeOf(spaced(kind)) : texts.income, 'money')),
        ],
        gross: (review) => sum([rest, ...incomes.map(({ id }) => amountOf(review[at(id)] ?? ''))]),
      };
    }),
  ];
}

/** Field values of the items. */
export function reviewOf(data: TridData): Review {
  const { LineText, CityName, StateCode, PostalCode } = data.SubjectProperty.Address;
  const review: Review = {
    LoanAmount: written(data.LoanAmount),
    PurchasePrice: written(data.PurchasePrice),
    AppraisedValue: written(data.AppraisedValue),
    ApplicationDate: data.ApplicationDate ?? '',
    PropertyUsageType: data.PropertyUsageType ?? '',
    LineText: LineText ?? '',
    CityName: CityName ?? '',
    StateCode: StateCode ?? '',
    PostalCode: PostalCode ?? '',
  };
  for (const { id, Name, SSN, Incomes } of data.Borrowers) {
    review[`${id}/FirstName`] = Name?.FirstName ?? '';
    review[`${id}/LastName`] = Name?.LastName ?? '';
    review[`${id}/SSN`] = SSN ?? '';
    for (const income of Incomes ?? []) review[`${id}/${income.id}`] = written(income.monthlyAmount);
  }
  return review;
}

const written = (amount: string | null | undefined) => (amount ?? '').replace(/\B(?=(\d{3})+(\.|$))/g, ',');

/** Parses a typed amount, or returns null. */
export function amountOf(text: string): string | null {
  const digits = text.replace(/[$,\s]/g, '');
  return /^\d{1,10}(\.\d{1,2})?$/.test(digits) ? digits : null;
}

/** Errors by path: each item must be filled and valid. */
export function problemsOf(groups: readonly ReviewGroup[], review: Review): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, label, kind } of groups.flatMap(({ fields }) => fields)) {
    const text = (review[path] ?? '').trim();
    const isOptional = kind === 'date' || kind === 'usage';
    if (text === '') {
      if (!isOptional) problems[path] = texts.required(label);
    } else if (kind === 'money' && amountOf(text) === null) problems[path] = texts.amountInvalid;
    else if (kind === 'ssn' && text.replace(/\D/g, '').length !== 9) problems[path] = texts.ssnInvalid;
    else if (kind === 'zip' && !/^\d{5}(-?\d{4})?$/.test(text)) problems[path] = texts.postalCodeInvalid;
  }
  return problems;
}

/** The items with the user's edits. */
export function edited(data: TridData, review: Review): TridData {
  const text = (path: string) => (review[path] ?? '').trim();
  const amount = (path: string) => amountOf(text(path)) ?? undefined;
  return {
    ...data,
    LoanAmount: amount('LoanAmount'),
    PurchasePrice: amount('PurchasePrice'),
    AppraisedValue: amount('AppraisedValue'),
    ApplicationDate: text('ApplicationDate') || undefined,
    PropertyUsageType: (text('PropertyUsageType') || undefined) as TridData['PropertyUsageType'],
    SubjectProperty: {
      Address: {
        ...data.SubjectProperty.Address,
        LineText: text('LineText'),
        CityName: text('CityName'),
        StateCode: text('StateCode'),
        PostalCode: text('PostalCode'),
      },
    },
    Borrowers: data.Borrowers.map((borrower) => ({
      ...borrower,
      Name: { FirstName: text(`${borrower.id}/FirstName`), LastName: text(`${borrower.id}/LastName`) },
      ...(borrower.SSN ? { SSN: text(`${borrower.id}/SSN`).replace(/\D/g, '') } : {}),
      Incomes: (borrower.Incomes ?? []).map((income) => ({
        ...income,
        monthlyAmount: amountOf(text(`${borrower.id}/${income.id}`)) ?? income.monthlyAmount,
      })),
    })),
  } as TridData;
}
