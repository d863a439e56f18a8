import { expect, it } from 'vitest';
import { failureText } from './failure-text';

it('MFA-28, MFA-29, MFA-30, MFA-31, MFA-32: every code has its message', () => {
  expect(failureText('TOKEN_NOT_FOUND')).toBe('Error occurred while resetting MFA. Token Not Found.');
  expect(failureText('TOKEN_EXPIRED')).toBe('Error occurred while resetting MFA. Token Expired.');
  expect(failureText('INVALID_TOKEN')).toBe('Error occurred while resetting MFA. Invalid Token.');
  expect(failureText('USER_NOT_FOUND')).toBe('Error occurred while resetting MFA. User not found.');
  expect(failureText('MFA_ALREADY_RESET')).toBe('Multi-factor Auth has already been reset');
});

it('MFA-33, MFA-34: any other message gets a period, and a missing one gets the default', () => {
  expect(failureText('Locked')).toBe('Locked.');
  expect(failureText('Your administrator was asked.')).toBe('Your administrator was asked.');
  expect(failureText(null)).toBe('An error occurred while resetting MFA');
  expect(failureText('')).toBe('An error occurred while resetting MFA');
});
