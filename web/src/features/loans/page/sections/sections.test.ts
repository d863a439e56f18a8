import { describe, expect, it } from 'vitest';
import type { Application, ApplicationDocument, Lookups } from '@/api/types';
import { sectionTitles } from './section';
import { sectionsOf } from './sections';
import { wordLabel } from './word-label';

const lookups: Lookups = {
  timeZones: [],
  states: [{ code: 'CA', name: 'California' }],
  loanPurposes: ['Purchase', 'Refinance'],
  propertyUsages: [{ value: 'Investment', label: 'Investment' }],
  loanStages: [],
  withdrawalReasons: [],
  denialReasons: [],
  roles: [],
};

const person = (id: string, firstName: string, more = {}): Application['borrowers'][number] => ({
  id,
  firstName,
  lastName: 'Ortiz',
  aliases: [],
  dependentAges: [],
  residences: [],
  employments: [],
  incomes: [],
  declarations: { bankruptcyChapters: [] },
  military: { statuses: [] },
  counseling: [],
  ...more,
});

const application = (more: Partial<Application> = {}): Application => ({
  loan: {},
  property: { address: {} },
  borrowers: [person('maya', 'Maya')],
  assets: [],
  liabilities: [],
  expenses: [],
  ownedProperties: [],
  otherLoans: [],
  housingExpenses: [],
  transaction: { credits: [], downPayments: [] },
  title: { holders: [] },
  originator: { organizationAddress: {} },
  ...more,
});

const document = (more: Partial<Application> = {}, sealed: string[] = []): ApplicationDocument => ({
  version: 1,
  application: application(more),
  sealed,
});

const groupsOf = (doc: ApplicationDocument, key: string) =>
  sectionsOf(doc, lookups).find((section) => section.key === key)?.groups ?? [];

describe('the application', () => {
  it('is shown by the 26 sections of the form, in its order', () => {
    expect(sectionsOf(document(), lookups).map(({ key }) => key)).toEqual(
      '1a 1b 1c 1d 1e 2a 2b 2c 2d 3a 3b 3c 4a 4b 4c 4d 5a 5b 6 7 8 9 L1 L2 L3 L4'.split(' '),
    );
    expect(Object.keys(sectionTitles)).toHaveLength(26);
  });

  it('says whose part it is only where there are several borrowers', () => {
    expect(groupsOf(document(), '1a')[0]?.heading).toBeUndefined();
    const two = document({ borrowers: [person('maya', 'Maya'), person('jordan', 'Jordan')] });
    expect(groupsOf(two, '1a').map(({ heading }) => heading)).toEqual(['Maya Ortiz', 'Jordan Ortiz']);
  });

  it('masks a social security number and names the path by which it is revealed', () => {
    const maya = person('maya', 'Maya', { taxpayerIdentifierLastFour: '1234' });
    const path = 'borrowers/maya/taxpayerIdentifier';
    const facts = groupsOf(document({ borrowers: [maya] }, [path]), '1a')[0]?.facts;
    expect(facts?.find(({ label }) => label === 'SSN or ITIN')?.value).toEqual({ masked: '•••-••-1234', path });
    expect(JSON.stringify(facts)).not.toMatch(/\d{9}/);
  });

  it('gives an income without a job to the main job, and income from elsewhere to section 1e', () => {
    const job = (id: string, more = {}) => ({ id, address: {}, status: 'Current' as const, ...more });
    const maya = person('maya', 'Maya', {
      employments: [job('clinic', { classification: 'Secondary' }), job('hospital', { classification: 'Primary' })],
      incomes: [
        { id: '1', kind: 'Base', monthlyAmount: '5000.00', fromEmployment: true },
        { id: '2', kind: 'Overtime', monthlyAmount: '99.99', fromEmployment: true, employment: 'hospital' },
        { id: '3', kind: 'Base', monthlyAmount: '800.00', fromEmployment: true, employment: 'clinic' },
        { id: '4', kind: 'ChildSupport', monthlyAmount: '600.00', fromEmployment: false },
      ],
    });
    const doc = document({ borrowers: [maya] });
    expect(groupsOf(doc, '1b').map(({ key }) => key)).toEqual(['hospital']);
    expect(groupsOf(doc, '1b')[0]?.table?.totals).toEqual(['Total', '$5,099.99']);
    expect(groupsOf(doc, '1c')[0]?.table?.rows).toHaveLength(1);
    expect(groupsOf(doc, '1e')[0]?.table?.rows[0]?.cells).toEqual(['Child Support', '$600']);
  });

  it('loses no asset: accounts, other assets and gifts each have their place', () => {
    const asset = (id: string, kind: Application['assets'][number]['kind']) => ({
      id,
      kind,
      owners: [],
      value: '1.00',
    });
    const doc = document({
      assets: [
        asset('a', 'CheckingAccount'),
        asset('b', 'Automobile'),
        asset('c', 'GiftOfCash'),
        asset('d', undefined),
      ],
    });
    const rows = (key: string) => groupsOf(doc, key).flatMap(({ table }) => table?.rows.map((row) => row.key) ?? []);
    expect([rows('2a'), rows('2b'), rows('4d')]).toEqual([['a'], ['b', 'd'], ['c']]);
  });

  it('puts a mortgage with the property it lies on, and any other debt into 2c', () => {
    const doc = document({
      ownedProperties: [{ id: 'elm', owners: [], address: { line: '87 Elm Court' } }],
      liabilities: [
        { id: 'card', owners: [], kind: 'Revolving' },
        { id: 'mortgage', owners: [], kind: 'MortgageLoan', ownedProperty: 'elm' },
        { id: 'lost', owners: [], kind: 'MortgageLoan', ownedProperty: 'sold long ago' },
      ],
    });
    expect(groupsOf(doc, '2c')[0]?.table?.rows.map(({ key }) => key)).toEqual(['card', 'lost']);
    expect(groupsOf(doc, '3a')[0]?.table?.rows.map(({ key }) => key)).toEqual(['mortgage']);
  });

  it('offers the fields of the manual tab for editing, by their paths', () => {
    const paths = ['1a', '4a'].flatMap((key) => groupsOf(document(), key)[0]?.fields?.map(({ path }) => path) ?? []);
    expect(paths).toEqual([
      'borrowers/maya/firstName',
      'borrowers/maya/middleName',
      'borrowers/maya/lastName',
      'borrowers/maya/suffix',
      'borrowers/maya/email',
      'borrowers/maya/cellPhone',
      'loan/purpose',
      'property/address/state',
      'property/usage',
      'property/appraisalWaiver',
    ]);
  });
});

it('words of the standard are written as people write them', () => {
  expect(
    ['SavingsAccount', 'USCitizen', 'FHA', 'PermanentResidentAlien', 'HELOC', 'TrustAccount'].map(wordLabel),
  ).toEqual(['Savings Account', 'U.S. Citizen', 'FHA', 'Permanent Resident Alien', 'HELOC', 'Trust Account']);
});
