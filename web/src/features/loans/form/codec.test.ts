import { describe, expect, it } from 'vitest';
import { codecOf, readMoney, readMonths, writeMonths } from './codec';

describe('amounts', () => {
  it.each([
    ['450k', '450000.00'],
    ['1.2m', '1200000.00'],
    ['450,000.00', '450000.00'],
    ['$1,234.5', '1234.50'],
    ['.99', '0.99'],
    ['2.55k', '2550.00'],
    ['007', '7.00'],
  ])('%s is read as %s', (text, value) => expect(readMoney(text)).toEqual({ value }));

  it.each(['abc', '-5', '1.234', '12345678901234', '1.2.3'])('%s has a problem', (text) =>
    expect(readMoney(text).problem).toBeTruthy(),
  );

  it('a loss can be negative where the form allows it', () => {
    expect(readMoney('-1,200', true)).toEqual({ value: '-1200.00' });
    expect(readMoney('(1200)', true)).toEqual({ value: '-1200.00' });
    expect(codecOf('signed-money').write('-1200.00')).toBe('-1,200.00');
  });
});

describe('durations', () => {
  it.each([
    ['2y 5m', 29],
    ['29', 29],
    ['2/5', 29],
    ['2 years 5 months', 29],
    ['3y', 36],
    ['8 mo', 8],
  ])('%s is %i months', (text, value) => expect(readMonths(text)).toEqual({ value }));

  it('are written as years and months', () => {
    expect([29, 24, 5, 0].map(writeMonths)).toEqual(['2y 5m', '2y', '5m', '0m']);
    expect(readMonths('soon').problem).toBeTruthy();
  });
});

it.each([
  ['rate', '6.125%', '6.125', '6.125%'],
  ['rate', '7', '7.000', '7.000%'],
  ['count', '1,250', 1250, '1250'],
  ['phone', '(415) 555-0132', '4155550132', '(415) 555-0132'],
  ['ages', '7, 12', [7, 12], '7, 12'],
  ['postalCode', '94105-1234', '941051234', '94105-1234'],
  ['initials', 'mo', 'MO', 'MO'],
  ['text', '  Acme ', 'Acme', 'Acme'],
])('%s: %s is stored and written again', (kind, text, value, written) => {
  const codec = codecOf(kind);
  expect(codec.read(text)).toEqual({ value });
  expect(codec.write(value)).toBe(written);
});

it.each([
  ['phone', '(123'],
  ['email', 'abc'],
  ['postalCode', '941'],
  ['taxpayer', '123-45'],
  ['rate', 'six'],
  ['count', '-1'],
])('%s: %s has a problem', (kind, text) => expect(codecOf(kind).read(text).problem).toBeTruthy());
