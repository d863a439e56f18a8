import { describe, expect, it } from 'vitest';
import { drawnColor, formOf, lookOf, pictureAddress } from './branding-form';

describe('branding', () => {
  it('is sent as it was read', () => {
    const look = {
      appTitle: 'Harbor',
      loginTitle: null,
      themeColor: '#0b6e6e',
      logo: null,
      lightLogoUrl: null,
      complianceLogo: null,
      themeName: null,
      assetPath: '/assets',
      remoteAssetPath: null,
      losRemoteAssetPath: null,
      isRealtorPortalOldUrl: false,
      version: 3,
    };
    expect(lookOf(formOf(look))).toMatchObject({
      appTitle: 'Harbor',
      loginTitle: '',
      assetPath: '/assets',
      logo: null,
    });
    expect(lookOf({ ...formOf(look), themeColor: ' #0AF ' }).themeColor).toBe('#00aaff');
  });

  it('reports where its color is exact and where it is adjusted', () => {
    expect(drawnColor('#0b6e6e', 'light')).toEqual({ color: '#0b6e6e', isExact: true });
    expect(drawnColor('#ffeb00', 'light').isExact).toBe(false);
    expect(drawnColor('#ffeb00', 'dark')).toEqual({ color: '#ffeb00', isExact: true });
    expect(drawnColor('', 'light').isExact).toBe(true);
  });

  it('resolves the addresses of its images', () => {
    const here = { assetPath: '/assets', remoteAssetPath: '' };
    expect(pictureAddress(null, here)).toBeNull();
    expect(pictureAddress('/api/brand-images/ab', here)).toBe('/api/brand-images/ab');
    expect(pictureAddress('harbor.svg', here)).toBe('/assets/harbor.svg');
    expect(pictureAddress('harbor.svg', { ...here, remoteAssetPath: 'https://files.example.com/' })).toBe(
      'https://files.example.com/harbor.svg',
    );
  });
});
