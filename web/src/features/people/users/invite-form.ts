import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { texts } from './texts';
import type { Invitation } from './user-calls';

export type InviteForm = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  nmlsId: string;
  unit: string | null;
  roles: string[];
};

export const emptyInvite: InviteForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  nmlsId: '',
  unit: null,
  roles: [],
};

const text = z.string().trim();

const rules = z.object({
  firstName: text.min(1, texts.firstNameRequired),
  lastName: text.min(1, texts.lastNameRequired),
  email: text.min(1, texts.emailRequired).regex(/^(\S+@\S+\.\S+)?$/, texts.emailRule),
  nmlsId: text.regex(/^\d{0,12}$/, texts.nmlsIdRule),
  unit: z.string({ error: texts.branchRequired }),
  roles: z.array(z.string()).min(1, texts.rolesRequired),
});

export const inviteResolver = schemaResolver<InviteForm>(rules);

export const invitationOf = ({ unit: _, ...form }: InviteForm): Invitation => form;
