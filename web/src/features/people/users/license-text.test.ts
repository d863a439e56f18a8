import { expect, test } from 'vitest';
import { licenseText, shortLicense } from './license-text';

test('a license says who pays and which seat it is', () => {
  expect(licenseText({ payer: 'COMPANY', seat: 'LO' })).toBe('Paid by the company, loan officer seat');
  expect(licenseText({ payer: 'BRANCH', seat: null })).toBe('Paid by the branch, no seat');
  expect(licenseText({ payer: 'SELF', seat: null })).toBe('Self-paid');
});

test('in a list it is said in two words', () => {
  expect(shortLicense({ payer: 'COMPANY', seat: 'LO' })).toBe('Company, LO');
  expect(shortLicense({ payer: 'BRANCH', seat: null })).toBe('Branch, no seat');
  expect(shortLicense({ payer: 'SELF', seat: null })).toBe('Self-paid');
});
