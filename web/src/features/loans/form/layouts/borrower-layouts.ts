import type { SectionLayout } from '../layout';
import { AddressNotes } from '../parts/address-notes';
import { IncomeNotice } from '../parts/income-notice';
import { JobIncome } from '../parts/job-income';
import { valueAt } from '../path';

const jobRows = [
  ['employerName:8', 'phone:4'],
  ['address'],
  ['position:4', 'startedOn:3', 'endedOn:3', 'lineOfWorkMonths:3', 'monthsEmployed:2'],
  ['selfEmployed:4', 'ownership:5', 'selfEmployedIncome:3', 'previousIncome:4'],
  ['specialRelationship:12'],
  ['foreignIncome:3', 'seasonalIncome:3'],
];

const isPrevious = (item: Readonly<Record<string, unknown>>) => item.status === 'Previous';
const isAdditional = (item: Readonly<Record<string, unknown>>) => item.classification === 'Secondary';

export const borrowerLayouts: readonly SectionLayout[] = [
  {
    key: '1a',
    title: 'Personal Information',
    name: 'Personal Information',
    scope: 'borrower',
    blocks: [
      {
        rows: [
          ['firstName:4', 'middleName:2', 'lastName:4', 'suffix:2'],
          ['taxpayerIdentifier:4', 'birthDate:4', 'citizenship:4'],
          ['taxpayerIdentifierType:3', 'creditType:4', 'jointIntentInitials:2', 'maritalStatus:3'],
          ['dependentCount:3', 'dependentAges:3', 'cellPhone:3', 'homePhone:3'],
          ['workPhone:3', 'workPhoneExtension:2', 'email:7'],
        ],
      },
      {
        title: 'Unmarried Addendum',
        when: (application, { prefix }) => valueAt(application, `${prefix}maritalStatus`) === 'Unmarried',
        rows: [
          ['domesticRelationship:12'],
          ['domesticRelationshipType:5', 'domesticRelationshipOther:4', 'domesticRelationshipState:3'],
        ],
      },
      {
        title: 'Alternate names',
        list: {
          path: 'aliases',
          noun: 'alternate name',
          as: 'table',
          rows: [['firstName:4', 'middleName:2', 'lastName:4', 'suffix:2']],
        },
      },
      {
        title: 'Current and former addresses',
        list: {
          path: 'residences',
          noun: 'address',
          as: 'cards',
          rows: [['address'], ['kind:3', 'months:3', 'basis:3', 'monthlyRent:3']],
          initial: ({ prefix }, application) => ({
            kind: hasItems(application, `${prefix}residences`) ? 'Prior' : 'Current',
            address: { country: 'US' },
          }),
        },
      },
      { part: AddressNotes },
      { rows: [['notApplicable/formerAddress:6', 'notApplicable/mailingAddress:6']] },
      {
        rows: [['mailingAddress']],
        when: (application, { prefix }) => valueAt(application, `${prefix}notApplicable/mailingAddress`) !== true,
      },
    ],
  },
  {
    key: '1b',
    title: 'Current Employment/Self-Employment and Income',
    name: 'Current Employment',
    scope: 'borrower',
    blocks: [
      {
        list: {
          path: 'employments',
          noun: 'job',
          as: 'cards',
          rows: jobRows,
          more: JobIncome,
          mark: 'notApplicable/currentEmployment',
          isShown: (item) => !isPrevious(item) && !isAdditional(item),
          initial: () => ({ status: 'Current', classification: 'Primary', address: { country: 'US' } }),
        },
      },
    ],
  },
  {
    key: '1c',
    title: 'Additional Employment/Self-Employment and Income',
    name: 'Additional Employment',
    scope: 'borrower',
    blocks: [
      {
        list: {
          path: 'employments',
          noun: 'additional job',
          as: 'cards',
          rows: jobRows,
          more: JobIncome,
          mark: 'notApplicable/additionalEmployment',
          isShown: (item) => !isPrevious(item) && isAdditional(item),
          initial: () => ({ status: 'Current', classification: 'Secondary', address: { country: 'US' } }),
        },
      },
    ],
  },
  {
    key: '1d',
    title: 'Previous Employment/Self-Employment and Income',
    name: 'Previous Employment',
    scope: 'borrower',
    blocks: [
      {
        list: {
          path: 'employments',
          noun: 'previous job',
          as: 'cards',
          rows: jobRows,
          mark: 'notApplicable/previousEmployment',
          isShown: isPrevious,
          initial: () => ({ status: 'Previous', address: { country: 'US' } }),
        },
      },
    ],
  },
  {
    key: '1e',
    title: 'Income from Other Sources',
    name: 'Other Income',
    scope: 'borrower',
    blocks: [
      { part: IncomeNotice },
      {
        list: {
          path: 'incomes',
          noun: 'income',
          as: 'table',
          rows: [['kind:8', 'monthlyAmount:4'], ['other:8']],
          mark: 'notApplicable/otherIncome',
          isShown: (item) => item.fromEmployment !== true && !item.employment,
          initial: () => ({ fromEmployment: false }),
          sum: 'monthlyAmount',
          sumLabel: 'Total, a month',
        },
      },
    ],
  },
];

const hasItems = (application: unknown, path: string) => ((valueAt(application, path) as unknown[]) ?? []).length > 0;
