import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { upload } from '@/api/upload';

type Schemas = components['schemas'];
export type Branding = Schemas['Branding'];
export type Look = Schemas['Look'];
export type BrandImage = Schemas['BrandImage'];

/** Maximum bytes of a logo. */
export const logoBytesMax = 1024 * 1024;
export const logoTypes = '.png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml';

/** API calls for a company's branding. */
export type BrandingCalls = {
  companyId: number;
  /** Whether the asset paths can be changed too. */
  isProvider: boolean;
  read: () => Promise<Branding>;
  save: (look: Look, version: number) => Promise<Branding>;
  upload: (file: File, onProgress: (percent: number) => void) => Promise<BrandImage>;
};

/** Calls for any company by the provider, or for the user's own company. */
export function brandingOf(by: 'provider' | 'company', companyId: number): BrandingCalls {
  const path = { id: companyId };
  const header = (version: number) => ({ 'If-Match': String(version) });
  const send = (url: string) => (file: File, onProgress: (percent: number) => void) =>
    upload<BrandImage>({ method: 'POST', url, body: file, signed: false, onProgress });
  if (by === 'provider') {
    return {
      companyId,
      isProvider: true,
      read: () => answer(api.GET('/api/org-admin/org-units/{id}/theme', { params: { path } })),
      save: (body, version) =>
        answer(api.PUT('/api/org-admin/org-units/{id}/theme', { params: { path, header: header(version) }, body })),
      upload: send(`/api/org-admin/org-units/${companyId}/logos`),
    };
  }
  return {
    companyId,
    isProvider: false,
    read: () => answer(api.GET('/api/org-units/{id}/theme', { params: { path } })),
    save: (body, version) =>
      answer(api.PUT('/api/org-units/{id}/theme', { params: { path, header: header(version) }, body })),
    upload: send(`/api/org-units/${companyId}/logos`),
  };
}

export const brandingQuery = (calls: BrandingCalls) =>
  queryOptions({
    queryKey: ['branding', calls.isProvider, calls.companyId],
    queryFn: calls.read,
    // The editor needs the current version.
    staleTime: 0,
    meta: { quiet: true },
  });
