import { useQuery } from '@tanstack/react-query';
import type { ThemeRecord } from '@/api/types';
import { within } from '@/shared/lib/within';

const storageKey = 'theme';

/** The first screen waits no longer than this for the look. */
const longestMs = 2000;

/** Where the look of the organization stands in the query cache; null where it could not be had. */
export const themeRecordQuery = {
  queryKey: ['theme'],
  queryFn: loadThemeRecord,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** In the demo profile another company's look can be asked for (decision D9). */
function asked(): string {
  const org = localStorage.getItem('org');
  return org ? `?org=${encodeURIComponent(org)}` : '';
}

/** What the page asked for before this program ran; an answer is read once. */
function firstAnswer(): Promise<Response> | undefined {
  const answer = window.keyturnStart?.theme;
  delete window.keyturnStart?.theme;
  return answer;
}

/** Keeps the theme record in the local storage. */
export function storeThemeRecord(record: ThemeRecord): ThemeRecord {
  localStorage.setItem(storageKey, JSON.stringify(record));
  return record;
}

/** The organization's look. Without one the product goes on in its own. */
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

/** What the program is called where nobody gave it a title. */
export const defaultTitle = 'Keyturn';
const defaultLogo = 'logo.svg';
const defaultAssetPath = '/assets';

/** What screens show of the look, with the defaults filled in. */
export type Brand = {
  appTitle: string;
  loginTitle: string;
  company: string;
  logoUrl: string;
  /** On dark backgrounds; the same where the organization has only one. */
  darkLogoUrl: string;
  complianceLogoUrl: string | null;
  /** Shown beside the first where a screen has two; the one for dark backgrounds where there is no sign of compliance. */
  secondLogoUrl: string | null;
};

/** Fills the defaults and finds the addresses of the pictures. */
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

/** The look as the server told it; null where it could not be had. */
export const useThemeRecord = (): ThemeRecord | null => useQuery(themeRecordQuery).data ?? null;

/** The organization's look in every screen. */
export const useBrand = (): Brand => brandOf(useThemeRecord());
