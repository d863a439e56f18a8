import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { User, UserOption } from '@/api/types';
import { ownerRoles } from '@/features/people/officers';
import type { LoadOptions, Option } from '@/shared/ui/async-select';
import type { OwnerOption, ReferralKind } from './lead-form';

/** The company's lead settings, refetched each time the dialog opens. */
export const leadConfigQuery = queryOptions({
  queryKey: ['leads', 'config'],
  queryFn: ({ signal }) => answer(api.GET('/api/leads/config', { signal })),
  meta: { quiet: true },
});

/** Companies that sell leads. */
export const leadProvidersQuery = queryOptions({
  queryKey: ['lead-providers'],
  queryFn: ({ signal }) => answer(api.GET('/api/lead-providers', { signal })),
  meta: { quiet: true },
});

const ownerOption = (user: UserOption): OwnerOption => ({
  id: user.WizeUserOrgUnitId,
  userId: user.id,
  orgUnitId: user.WizeOrgUnitId,
  label: user.fullName || user.name,
  hint: user.tag ?? user.WizeOrgUnit.displayName,
});

/** Users who can own leads, once for each of their branches. */
export const loadOwners: LoadOptions<OwnerOption> = async ({ string, offset, limit }, signal) => {
  const query = { applyTags: true, showLoader: false, limit, string, roles: JSON.stringify(ownerRoles), offset };
  const { users, count } = await answer(api.GET('/api/users/search', { params: { query }, signal }));
  return { options: (users ?? []).map(ownerOption), count };
};

/** The active user, who is the default owner. */
export const ownOwner = (user: User): OwnerOption => ({
  id: user.WizeUserOrgUnitId,
  userId: user.id,
  orgUnitId: user.WizeOrgUnitId,
  label: user.name || user.email,
  hint: user.WizeOrgUnit.displayName,
});

/** Colleagues, each once, in their default branch. */
const loadColleagues: LoadOptions = async ({ string, offset, limit }, signal) => {
  const query = {
    applyTags: true,
    showLoader: false,
    limit,
    string,
    roles: JSON.stringify(ownerRoles),
    offset,
    defaultBranchesOnly: true,
  };
  const { users, count } = await answer(api.GET('/api/users/search', { params: { query }, signal }));
  const options: Option[] = (users ?? []).map((user) => ({ ...ownerOption(user), id: user.id }));
  return { options, count };
};

/** Searches contacts by first or last name, sorted by company. */
const contactsQuery = ({ string, offset, limit }: { string: string; offset: number; limit: number }) => ({
  limit,
  orderBy: 'companyName',
  sort: 'ASC',
  offset,
  customSearch: JSON.stringify({ searchFields: ['firstName', 'lastName'], searchValue: string }),
});

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

/** Business contacts, grouped by company. */
const loadBusinessContacts: LoadOptions = async (asked, signal) => {
  const params = { query: contactsQuery(asked) };
  const { lookups } = await answer(api.GET('/api/lookups/business-contacts', { params, signal }));
  const { data, count } = lookups.businessContacts;
  const options = data.map((contact) => ({
    id: contact.id,
    label: nameOf(contact),
    group: contact.BusinessContactCompany?.name ?? 'Other',
  }));
  return { options, count };
};

/** The company's borrowers. */
const loadFamilyContacts: LoadOptions = async (asked, signal) => {
  const params = { query: contactsQuery(asked) };
  const { rows, count } = await answer(api.GET('/api/lookups/family-contacts', { params, signal }));
  return { options: rows.map((contact) => ({ id: contact.id, label: nameOf(contact) })), count };
};

/** Loaders of referral contacts by kind. */
export const referralLoaders: Record<ReferralKind, LoadOptions> = {
  business: loadBusinessContacts,
  family: loadFamilyContacts,
  internal: loadColleagues,
};
