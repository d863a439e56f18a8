import type { components } from '@/api/schema';
import { isValidPhone, normalizePhone } from '@/shared/lib/phone';

/** What a form says of somebody so far. */
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

/** Letters of a last name from which it is compared. */
const comparedLetters = 3;

/** What can be compared so far: a whole address, a whole number, a first name with some letters of the last. */
export function comparableOf(typed: Typed): typeof nothingTyped | null {
  const { firstName, lastName, email, phone, street = '', postalCode = '' } = typed;
  const isNamed = firstName.trim() !== '' && lastName.trim().length >= comparedLetters;
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
