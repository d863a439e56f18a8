import { decodeBase64, encodeBase64 } from '@/shared/lib/base64';
import { z } from '@/shared/lib/schema';

/** Encodes an email address for a link. */
export const emailToParam = (email: string): string => encodeBase64(email);

/** The email address of a link. Returns undefined for invalid base64 or other content. */
export function emailFromParam(param: string | undefined): string | undefined {
  // An unencoded plus sign arrives as a space.
  const email = decodeBase64((param ?? '').replaceAll(' ', '+')) ?? '';
  return z.email().safeParse(email).success ? email : undefined;
}

/** Schema of a form with an email address. */
export const emailSchema = (required: string, invalid: string) =>
  z.object({ email: z.string().trim().min(1, required).pipe(z.email(invalid)) });
