import { expect, test } from 'vitest';
import { licenseText, shortLicense } from './license-text';

test('a license names its payer and seat', () => {
  expect(licenseText({ payer: 'COMPANY', seat: 'LO' })).toBe('Paid by the company, loan officer seat');
  expect(licenseText({ payer: 'BRANCH', seat: null })).toBe('Paid by the branch, no seat');
  expect(licenseText({ payer: 'SELF', seat: null })).toBe('Self-paid');
});

test('a list shows a short form', () => {
  expect(shortLicense({ payer: 'COMPANY', seat: 'LO' })).toBe('Company, LO');
  expect(shortLicense({ payer: 'BRANCH', seat: null })).toBe('Branch, no seat');
  expect(shortLicense({ payer: 'SELF', seat: null })).toBe('Self-paid');
});
