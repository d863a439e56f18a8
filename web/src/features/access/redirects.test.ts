// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { encodeBase64 } from '@/shared/lib/base64';
import { hasRedirect, localPath, redirectPath, storeRedirect, takeRedirect } from './redirects';

const { origin } = window.location;
const evil = 'evil.example';

/** Addresses of another host in forms that have bypassed checks before. */
const attacks = [
  `https://${evil}`,
  `http://${evil}/app`,
  `HTTPS://${evil}`,
  `https:${evil}`,
  `https:/${evil}`,
  `https:///${evil}`,
  `https:\\\\${evil}`,
  `//${evil}`,
  `//${evil}/app/loans`,
  `///${evil}`,
  `////${evil}`,
  `/\\${evil}`,
  `\\/${evil}`,
  `\\\\${evil}`,
  `\\${evil}`,
  `/\\/${evil}`,
  `//\\${evil}`,
  `/\t/${evil}`,
  `/\n/${evil}`,
  `/\r/${evil}`,
  `/\r\n/${evil}`,
  `\t//${evil}`,
  `\n//${evil}`,
  ` //${evil}`,
  `/ /${evil}`,
  `//\t${evil}`,
  `/\u0000/${evil}`,
  `\u0000//${evil}`,
  `\u0001https://${evil}`,
  `\u00a0//${evil}`,
  `\u2028//${evil}`,
  `\ufeff//${evil}`,
  `/.//${evil}`,
  `/..//${evil}`,
  `/././/${evil}`,
  `/app/..//${evil}`,
  `/app/../..//${evil}`,
  `/%2e//${evil}`,
  `/%2e%2e//${evil}`,
  `/app/%2e%2e//${evil}`,
  `/.%2e//${evil}`,
  `/.\\/${evil}`,
  `/.\t//${evil}`,
  `/%2f${evil}`,
  `/%2F%2F${evil}`,
  `/%5c${evil}`,
  `%2f%2f${evil}`,
  `/%09/${evil}`,
  `/%0d%0aLocation:%20https://${evil}`,
  `//${evil}@${new URL(origin).host}`,
  `//${new URL(origin).host}@${evil}`,
  `https://${new URL(origin).host}.${evil}`,
  `https://${new URL(origin).host}@${evil}`,
  `@${evil}`,
  `:${evil}`,
  `//[::ffff:1.2.3.4]/`,
  `//0x7f000001/`,
  `//evil%E3%80%82example`,
  `//evil\u3002example`,
  `\uff0f\uff0f${evil}`,
  `/\u2215${evil}`,
  `javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`,
  `java\nscript:alert(1)`,
  `\u0001javascript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `vbscript:msgbox(1)`,
  `blob:${origin}/00000000-0000-0000-0000-000000000000`,
  `file:///etc/passwd`,
  `view-source://${evil}`,
  `ftp://${evil}`,
  '',
  ' ',
  '?next=//evil.example',
  '#//evil.example',
];

beforeEach(() => sessionStorage.clear());

it('no stored address leaves the origin, in any form', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
  for (const attack of attacks) {
    // Test the address that a browser would open.
    const target = new URL(redirectPath(encodeBase64(attack)), origin);
    expect(target.origin, JSON.stringify(attack)).toBe(origin);
    expect(target.pathname, JSON.stringify(attack)).not.toMatch(/^\/[/\\]/);
  }
});

it('invalid base64 leads to the start page', () => {
  for (const stored of [null, '%%%', `//${evil}`, '/app/loans', '/w==']) expect(redirectPath(stored)).toBe('/');
});

it('a page of this app is restored with its whole address', () => {
  for (const path of [
    '/app/leads',
    '/app/loans?orderBy=amount&string=a%20b',
    '/app/loans/7/loan-info#notes',
    '/1234/',
  ]) {
    expect(localPath(path)).toBe(path);
  }
});

it('a sign-in never returns to a sign-in or sign-out page', () => {
  for (const path of ['/callback?logout=true', '/idp?sso=x', '/login', '/1234/callback', '/session-ended']) {
    expect(localPath(path)).toBeNull();
  }
});

it('an address is stored as base64 and used once', () => {
  storeRedirect('/app/leads');
  expect(sessionStorage.getItem('redirect')).toBe(btoa('/app/leads'));
  expect(hasRedirect()).toBe(true);
  expect(takeRedirect()).toBe('/app/leads');
  expect(hasRedirect()).toBe(false);
  expect(takeRedirect()).toBe('/');
});
