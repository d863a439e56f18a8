// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ThemeRecord } from '@/api/types';
import { brandOf, loadThemeRecord } from './theme-record';

const record: ThemeRecord = {
  logo: 'harbor.svg',
  appTitle: 'Harbor LOS',
  assetPath: '/assets',
  remoteAssetPath: null,
  themeName: 'harbor',
  themeColor: '#0b6e6e',
  loginTitle: 'Harbor Home Lending',
  WizeOrgUnit: { id: 2, name: 'Harbor Home Lending, LLC', complianceLogo: 'equal-housing.svg', lightLogoUrl: null },
  isRealtorPortalOldUrl: false,
  losRemoteAssetPath: null,
};

describe('the brand of an organization', () => {
  it('falls back to the product’s defaults if the theme could not be loaded', () => {
    expect(brandOf(null)).toMatchObject({ appTitle: 'Keyturn', loginTitle: 'Keyturn', logoUrl: '/assets/logo.svg' });
  });

  it('takes images from the remote path if there is one', () => {
    expect(brandOf(record).logoUrl).toBe('/assets/harbor.svg');
    const remote = brandOf({ ...record, remoteAssetPath: 'https://cdn.example.com/harbor/' });
    expect(remote.logoUrl).toBe('https://cdn.example.com/harbor/harbor.svg');
    expect(remote.complianceLogoUrl).toBe('https://cdn.example.com/harbor/equal-housing.svg');
  });

  it('uses the only logo on dark backgrounds too', () => {
    expect(brandOf(record).darkLogoUrl).toBe('/assets/harbor.svg');
  });
});

describe('the request for the theme', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ['never answers', () => new Promise<Response>(() => {})],
    ['never ends its answer', async () => ({ ok: true, json: () => new Promise(() => {}) }) as Response],
  ])('holds the start up for at most 2 seconds where it %s', async (_, call) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', call);
    const loaded = vi.fn();
    void loadThemeRecord().then(loaded);
    await vi.advanceTimersByTimeAsync(1999);
    expect(loaded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(loaded).toHaveBeenCalledExactlyOnceWith(null);
  });
});
