import { expect, it } from 'vitest';
import { caretAfter, digitsBefore, formatPhone, isValidPhone, normalizePhone } from './phone';

it('a phone number is formatted during typing', () => {
  const typed = ['4', '41', '415', '4155', '415555', '4155550', '4155550132', '41555501329'];
  expect(typed.map(formatPhone)).toEqual([
    '(4',
    '(41',
    '(415',
    '(415) 5',
    '(415) 555',
    '(415) 555-0',
    '(415) 555-0132',
    '(415) 555-0132',
  ]);
  expect(formatPhone('')).toBe('');
});

it('pasted text is normalized', () => {
  for (const text of ['+1 (555) 123-4567', '1-555-123-4567', '555.123.4567', '  5551234567 ']) {
    expect(formatPhone(text), text).toBe('(555) 123-4567');
    expect(normalizePhone(text)).toBe('5551234567');
  }
  expect(normalizePhone('+44 20 7946 0958')).toBe('+442079460958');
});

it('a number must be a valid phone number', () => {
  expect(isValidPhone('(415) 555-0132')).toBe(true);
  expect(isValidPhone('+442079460958')).toBe(true);
  for (const text of ['123', '(055) 555-0132', '+44 20', '']) expect(isValidPhone(text), text).toBe(false);
});

it('the caret stays behind the typed digit', () => {
  // Insert a digit between 4 and 1 of (415) 555-0132.
  expect(digitsBefore('(4915) 555-0132', 3)).toBe(2);
  expect(caretAfter('(491) 555-0132', 2)).toBe(3);
  // At the end of the text, the caret stays at the end even if a separator was added.
  expect(caretAfter('(415) 5', 4)).toBe(7);
});
