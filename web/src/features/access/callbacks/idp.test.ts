import { expect, it } from 'vitest';
import { trustedProvider } from './idp';

const hosts = ['login.example.com'];

it('CALLBACK-14: an https address of a listed host is trusted', () => {
  const sso = 'https://login.example.com/saml?SAMLRequest=abc';
  expect(trustedProvider(sso, hosts)).toBe(sso);
});

it('CALLBACK-14: no other address is trusted', () => {
  for (const sso of [
    undefined,
    '',
    '/app',
    '//login.example.com',
    'http://login.example.com/saml',
    'https://evil.example/saml',
    'https://login.example.com.evil.example/',
    'https://login.example.com@evil.example/',
    'https://evil.example@login.example.com/',
    'https://login.example.com:8443/',
    'https://evil.example/login.example.com',
    'https://evil.example\\@login.example.com/',
    'javascript:alert(1)//login.example.com',
    'data:text/html,login.example.com',
  ]) {
    expect(trustedProvider(sso, hosts), String(sso)).toBeNull();
  }
  expect(trustedProvider('https://login.example.com/', [])).toBeNull();
});
