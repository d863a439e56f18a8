import type { components } from '@/api/schema';
import { isValidPhone, normalizePhone } from '@/shared/lib/phone';

/** Fields of a form that identify a person. */
export type Typed = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  street?: string;
  postalCode?: string;
};

export const nothingTyped: components['schemas']['TypedPerson'] = {
  FirstName: '',
  LastName: '',
  Email: '',
  CellPhone: '',
  Street: '',
  PostalCode: '',
};

/** Minimum letters of a last name. */
const minLastNameLength = 3;

/**
 * The fields complete enough for a search: an email, a phone number, or a first name with some letters of the last.
 * Null if there are none.
 */
export function comparableOf(typed: Typed): typeof nothingTyped | null {
  const { firstName, lastName, email, phone, street = '', postalCode = '' } = typed;
  const isNamed = firstName.trim() !== '' && lastName.trim().length >= minLastNameLength;
  const isWhole = /^\S+@\S+\.\S{2,}$/.test(email.trim());
  const isReached = isValidPhone(phone);
  if (!isNamed && !isWhole && !isReached) return null;
  return {
    FirstName: isNamed ? firstName.trim() : '',
    LastName: isNamed ? lastName.trim() : '',
    Email: isWhole ? email.trim() : '',
    CellPhone: isReached ? (normalizePhone(phone) ?? '') : '',
    Street: street.trim(),
    PostalCode: postalCode.trim(),
  };
}
