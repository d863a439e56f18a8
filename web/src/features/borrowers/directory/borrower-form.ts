import { normalizePhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { Borrower, BorrowerIn } from './borrowers';
import { texts } from './texts';

/** Fields of the borrower form. */
export type BorrowerForm = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  line: string;
  unit: string;
  city: string;
  stateCode: string | null;
  postalCode: string;
};

export const formOf = (borrower: Borrower | null): BorrowerForm => ({
  firstName: borrower?.FirstName ?? '',
  lastName: borrower?.LastName ?? '',
  email: borrower?.Email ?? '',
  phone: borrower?.CellPhone ?? '',
  line: borrower?.address.line ?? '',
  unit: borrower?.address.unit ?? '',
  city: borrower?.address.city ?? '',
  stateCode: borrower?.address.stateCode ?? null,
  postalCode: borrower?.address.postalCode ?? '',
});

const text = z.string().trim();

const rules = z.object({
  firstName: text.min(1, texts.firstNameRequired),
  lastName: text.min(1, texts.lastNameRequired),
  email: text.regex(/^(\S+@\S+\.\S+)?$/, texts.emailRule),
});

export const borrowerResolver = schemaResolver<BorrowerForm>(rules);

export const borrowerOf = (form: BorrowerForm): BorrowerIn => ({
  FirstName: form.firstName.trim(),
  LastName: form.lastName.trim(),
  Email: form.email.trim(),
  CellPhone: normalizePhone(form.phone),
  address: {
    line: form.line.trim(),
    unit: form.unit.trim(),
    city: form.city.trim(),
    stateCode: form.stateCode ?? '',
    postalCode: form.postalCode.trim(),
  },
});

const fields: Record<string, keyof BorrowerForm> = {
  FirstName: 'firstName',
  LastName: 'lastName',
  Email: 'email',
  CellPhone: 'phone',
};

/** The field for a path in the server's error. */
export const fieldOf = (path: string): keyof BorrowerForm =>
  fields[path] ?? (path.replace('address/', '') as keyof BorrowerForm);
