import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { parseHex } from '@/shared/theme/color';
import { brandTokens, type Scheme } from '@/shared/theme/tokens';
import type { Branding, Look } from './branding';
import { texts } from './texts';

/** Fields of the branding form. */
export type LookForm = {
  appTitle: string;
  loginTitle: string;
  themeColor: string;
  logo: string | null;
  lightLogoUrl: string | null;
  complianceLogo: string | null;
  themeName: string;
  assetPath: string;
  remoteAssetPath: string;
  losRemoteAssetPath: string;
  isRealtorPortalOldUrl: boolean;
};

export const formOf = (look: Branding): LookForm => ({
  appTitle: look.appTitle ?? '',
  loginTitle: look.loginTitle ?? '',
  themeColor: look.themeColor ?? '',
  logo: look.logo ?? null,
  lightLogoUrl: look.lightLogoUrl ?? null,
  complianceLogo: look.complianceLogo ?? null,
  themeName: look.themeName ?? '',
  assetPath: look.assetPath,
  remoteAssetPath: look.remoteAssetPath ?? '',
  losRemoteAssetPath: look.losRemoteAssetPath ?? '',
  isRealtorPortalOldUrl: look.isRealtorPortalOldUrl,
});

/** The request body. The server treats empty texts as missing. */
export const lookOf = (form: LookForm): Look => ({ ...form, themeColor: parseHex(form.themeColor) ?? form.themeColor });

export const lookResolver = schemaResolver<LookForm>(
  z.object({
    appTitle: z.string().max(80, texts.titleRule),
    loginTitle: z.string().max(80, texts.titleRule),
    themeColor: z.string().refine((color) => color.trim() === '' || parseHex(color) !== null, texts.colorRule),
  }),
);

/** The color behind text: exact, or adjusted for contrast. */
export function drawnColor(color: string, scheme: Scheme): { color: string; isExact: boolean } {
  const { fill, text } = brandTokens(color, scheme);
  const asked = parseHex(color);
  return { color: fill, isExact: asked === null || (fill === asked && text === asked) };
}

/** The address of an image: absolute, or relative to the asset path. */
export function pictureAddress(
  file: string | null,
  form: Pick<LookForm, 'assetPath' | 'remoteAssetPath'>,
): string | null {
  if (!file) return null;
  if (/^(https?:|\/)/.test(file)) return file;
  const place = (form.remoteAssetPath || form.assetPath).replace(/\/$/, '');
  return `${place}/${file}`;
}
