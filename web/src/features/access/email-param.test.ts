import { expect, it } from 'vitest';
import { emailFromParam, emailToParam } from './email-param';

it('FORGOT-12, MFA-07: a link carries an email address as base64', () => {
  expect(emailFromParam('YUBiLmNv')).toBe('a@b.co');
  expect(emailFromParam(emailToParam('maya.ortiz+keyturn@example.com'))).toBe('maya.ortiz+keyturn@example.com');
});

it('FORGOT-13, MFA-07: invalid base64 and other content are ignored', () => {
  for (const param of [undefined, '', '%%%', btoa('abc'), 'a@b.co', btoa('<script>alert(1)</script>')]) {
    expect(emailFromParam(param)).toBeUndefined();
  }
});
