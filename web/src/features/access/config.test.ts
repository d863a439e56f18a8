import { expect, it } from 'vitest';
import type { Config } from '@/api/types';
import { withIssuer } from './config';

const config = (issuer: string) => ({ auth: { issuer } }) as Config;
const issuerAt = (issuer: string) => withIssuer(config(issuer), 'http://harbor.localhost:8080').auth.issuer;

it('a relative issuer belongs to the app’s origin, and any other stays as it is', () => {
  expect(issuerAt('/oidc')).toBe('http://harbor.localhost:8080/oidc');
  expect(issuerAt('https://login.example.com/realms/harbor')).toBe('https://login.example.com/realms/harbor');
  expect(issuerAt('https://login.example.com')).toBe('https://login.example.com');
});
