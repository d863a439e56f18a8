import { decodeBase64, encodeBase64 } from '@/shared/lib/base64';
import { z } from '@/shared/lib/schema';

/** An e-mail address as links carry it. */
export const emailToParam = (email: string): string => encodeBase64(email);

/** The e-mail address of a link; nothing where it is no base64, or of something else. */
export function emailFromParam(param: string | undefined): string | undefined {
  // A plus sign that nobody encoded arrives as a space.
  const email = decodeBase64((param ?? '').replaceAll(' ', '+')) ?? '';
  return z.email().safeParse(email).success ? email : undefined;
}

/** Rules of a form that asks for an e-mail address. */
export const emailSchema = (required: string, invalid: string) =>
  z.object({ email: z.string().trim().min(1, required).pipe(z.email(invalid)) });
