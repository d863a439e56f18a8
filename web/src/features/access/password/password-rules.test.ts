import { describe, expect, it } from 'vitest';
import { isValidPassword, newPasswordSchema, passwordRules, type SetPasswordForm } from './password-rules';

const limits = { passwordMinLength: 12, passwordMaxLength: 64 };
const isValid = (password: string) => isValidPassword(password, limits);
const unmet = (password: string) =>
  passwordRules(password, limits)
    .filter(({ isMet }) => !isMet)
    .map(({ label }) => label);

describe('a password', () => {
  it('passes with all of them met', () => {
    expect(isValid('Abcdefghi12!')).toBe(true);
    expect(unmet('Abcdefghi12!')).toEqual([]);
  });

  it('SETPW-28, SETPW-34: has at least the configured length', () => {
    expect(isValid('Abcdefgh12!')).toBe(false);
    expect(unmet('Abcdefgh12!')).toEqual(['Min. 12 characters']);
    const shorter = { ...limits, passwordMinLength: 10 };
    expect(isValidPassword('Abcdefg1!', shorter)).toBe(false);
    expect(isValidPassword('Abcdefg12!', shorter)).toBe(true);
    expect(passwordRules('', shorter)[0]?.label).toBe('Min. 10 characters');
  });

  it('SETPW-29: has at most 64 characters', () => {
    expect(isValid(`Aa1!${'x'.repeat(60)}`)).toBe(true);
    expect(isValid(`Aa1!${'x'.repeat(61)}`)).toBe(false);
  });

  it('SETPW-30: has a lowercase letter', () => {
    expect(isValid('ABCDEFGH123!')).toBe(false);
    expect(unmet('ABCDEFGH123!')).toEqual(['1 lowercase']);
  });

  it('SETPW-31: has an uppercase letter', () => {
    expect(isValid('abcdefgh123!')).toBe(false);
    expect(unmet('abcdefgh123!')).toEqual(['1 uppercase']);
  });

  it('SETPW-32: has a digit', () => {
    expect(isValid('Abcdefghijk!')).toBe(false);
    expect(unmet('Abcdefghijk!')).toEqual(['1 numeric character']);
  });

  it('SETPW-33: has one of ! @ # $ % ^ & *; others are allowed and do not count', () => {
    expect(isValid('Abcdefghi123?')).toBe(false);
    expect(unmet('Abcdefghi123?')).toEqual(['1 special character']);
    for (const special of '!@#$%^&*') expect(isValid(`Abcdefghi12?${special}`)).toBe(true);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(unmet('Ab1!🔑🔑🔑🔑')).toEqual(['Min. 12 characters']);
  });
});

describe('a new password, typed twice', () => {
  const problems = (form: Partial<SetPasswordForm>) => {
    const whole: SetPasswordForm = { email: 'a@b.co', token: 't', password: '', confirmPassword: '', ...form };
    const found = newPasswordSchema(limits).safeParse(whole).error?.issues ?? [];
    return found.map(({ path, message }) => `${path.join()}: ${message}`);
  };

  it('SETPW-20, SETPW-27, SETPW-39: is required, both times', () => {
    expect(problems({})).toEqual([
      'password: Please enter valid password',
      'confirmPassword: Retype Password is required',
    ]);
  });

  it('SETPW-40: is the same both times', () => {
    expect(problems({ password: 'Abcdefghi12!', confirmPassword: 'Abcdefghi12?' })).toEqual([
      'confirmPassword: Passwords mismatch. Please re-enter',
    ]);
    expect(problems({ password: 'Abcdefghi12!', confirmPassword: 'Abcdefghi12!' })).toEqual([]);
  });

  it('SETPW-41: shows the errors of both fields', () => {
    expect(problems({ password: 'short', confirmPassword: 'shorter' })).toEqual([
      'password: Please enter valid password',
      'confirmPassword: Passwords mismatch. Please re-enter',
    ]);
  });
});
