import { expect, it } from 'vitest';
import { catalogFields, fieldAt, itemTitle, labelOf, ownLabel } from './catalog';
import { choiceLabel, offeredIn } from './choices';

const id = '0190a0e4-7d65-7c3e-9e5b-6f0a4d3c2b1a';
const job = '0190a0e4-7d65-7c3e-9e5b-6f0a4d3c2b1b';

it('a path finds its row, a part of an address finds the address', () => {
  expect(fieldAt(`borrowers/${id}/firstName`)?.label).toBe('First name');
  expect(fieldAt('property/address/city')?.path).toBe('property/address');
  expect(ownLabel('property/address/city')).toBe('City');
  expect(fieldAt('property/shoeSize')).toBeUndefined();
  expect(catalogFields().length).toBeGreaterThan(300);
});

it('a label names the items of a path', () => {
  const employments = [{ id: job, employerName: 'Acme Foods' }];
  const application = { borrowers: [{ id, firstName: 'Ana', lastName: 'Ruiz', employments }] };
  expect(labelOf(application, `borrowers/${id}/employments/${job}/startedOn`)).toBe(
    'Ana Ruiz › Acme Foods › Start Date',
  );
  expect(labelOf(application, 'property/address/postalCode')).toBe('Property Address › ZIP');
  expect(itemTitle('assets', { id, kind: 'Stock' })).toBe('Stocks');
  expect(itemTitle('assets', { id })).toBe('Asset');
});

it('URLA-05, URLA-06: a list offers the choices of the form, and keeps a value from a file', () => {
  const values = (list: string, present?: string) => offeredIn(list, '1a', present).map(({ value }) => value);
  expect(values('MaritalStatus')).toEqual(['Married', 'Separated', 'Unmarried']);
  expect(values('MaritalStatus', 'Unknown')).toEqual(['Married', 'Separated', 'Unmarried', 'Unknown']);
  expect(values('Citizenship')).toEqual(['USCitizen', 'PermanentResidentAlien', 'NonPermanentResidentAlien']);
  expect(choiceLabel('ResidencyBasis', 'LivingRentFree')).toBe('No primary housing expense');
  expect(choiceLabel('ResidencyBasis', 'Barter')).toBe('Barter');
});

it('URLA-15, URLA-17: sections 1e and 2a offer 21 incomes and 13 accounts', () => {
  expect(offeredIn('IncomeType', '1e')).toHaveLength(21);
  expect(offeredIn('AssetType', '2a')).toHaveLength(13);
});
