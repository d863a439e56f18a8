import { useQuery } from '@tanstack/react-query';
import type { ThemeRecord } from '@/api/types';
import { within } from '@/shared/lib/within';

const storageKey = 'theme';

/** The first page waits at most this long for the theme. */
const longestMs = 2000;

/** The organization's theme in the query cache, or null if it could not be loaded. */
export const themeRecordQuery = {
  queryKey: ['theme'],
  queryFn: loadThemeRecord,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** In the demo profile, `org` selects another company's theme (decision D9). */
function asked(): string {
  const org = localStorage.getItem('org');
  return org ? `?org=${encodeURIComponent(org)}` : '';
}

/** The request that `start.js` sent before the app was loaded. Its response can be read once. */
function firstAnswer(): Promise<Response> | undefined {
  const answer = window.keyturnStart?.theme;
  delete window.keyturnStart?.theme;
  return answer;
}

/** Stores the theme record in local storage. */
export function storeThemeRecord(record: ThemeRecord): ThemeRecord {
  localStorage.setItem(storageKey, JSON.stringify(record));
  return record;
}

/** Loads the organization's theme. Without one the app uses the product's defaults. */
export async function loadThemeRecord(): Promise<ThemeRecord | null> {
  try {
    const response = await within(longestMs, firstAnswer() ?? fetch(`/api/theme${asked()}`));
    if (!response.ok) throw new Error(`/api/theme answered ${response.status}`);
    return storeThemeRecord((await within(longestMs, response.json())) as ThemeRecord);
  } catch {
    localStorage.removeItem(storageKey);
    return null;
  }
}

/** The app's title if the organization has none. */
export const defaultTitle = 'Keyturn';
const defaultLogo = 'logo.svg';
const defaultAssetPath = '/assets';

/** The theme with all defaults applied. */
export type Brand = {
  appTitle: string;
  loginTitle: string;
  company: string;
  logoUrl: string;
  /** For dark backgrounds. Equals `logoUrl` if the organization has only one logo. */
  darkLogoUrl: string;
  complianceLogoUrl: string | null;
  /** A second logo for pages that show two: the compliance logo, else the logo for dark backgrounds. */
  secondLogoUrl: string | null;
};

/** Applies the defaults and resolves the addresses of images. */
export function brandOf(record: ThemeRecord | null): Brand {
  const path = record?.remoteAssetPath || record?.assetPath || defaultAssetPath;
  const address = (file: string) => (/^(https?:|\/|data:)/.test(file) ? file : `${path.replace(/\/$/, '')}/${file}`);
  const logoUrl = address(record?.logo || defaultLogo);
  const lightLogo = record?.WizeOrgUnit?.lightLogoUrl;
  const complianceLogo = record?.WizeOrgUnit?.complianceLogo;
  const appTitle = record?.appTitle || defaultTitle;
  return {
    appTitle,
    loginTitle: record?.loginTitle || appTitle,
    company: record?.WizeOrgUnit?.name || appTitle,
    logoUrl,
    darkLogoUrl: lightLogo ? address(lightLogo) : logoUrl,
    complianceLogoUrl: complianceLogo ? address(complianceLogo) : null,
    secondLogoUrl: complianceLogo || lightLogo ? address(complianceLogo || lightLogo || '') : null,
  };
}

/** The theme as received, or null if it could not be loaded. */
export const useThemeRecord = (): ThemeRecord | null => useQuery(themeRecordQuery).data ?? null;

/** The organization's brand. */
export const useBrand = (): Brand => brandOf(useThemeRecord());
