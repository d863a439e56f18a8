import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { pageSize } from '@/shared/lib/constants';

export type ManagedUser = components['schemas']['ManagedUser'];
export type ManagedMembership = components['schemas']['ManagedMembership'];
export type Invitation = components['schemas']['Invitation'];
export type OpenWork = components['schemas']['OpenWork'];
export type Successors = components['schemas']['WorkSuccessors'];
export type SecondFactorReset = components['schemas']['SecondFactorReset'];

/** Filters and page of the list, from the address. */
export type UserSearch = { string?: string; role?: string; branch?: string; state?: string; page?: string };

const offsetOf = ({ page }: UserSearch) => Math.max(0, (Number(page) || 1) - 1) * pageSize;

/** A page of a company's users, with the roles that the current user may grant. */
export const usersQuery = (unit: number, search: UserSearch) =>
  queryOptions({
    queryKey: ['users', 'managed', unit, search],
    queryFn: async ({ signal }) => {
      const { string, role, branch, state } = search;
      const query = { string, role, state, orgUnit: branch ? Number(branch) : undefined };
      const params = { path: { id: unit }, query: { ...query, offset: offsetOf(search), limit: pageSize } };
      const { rows, ...rest } = await answer(api.GET('/api/org-units/{id}/users', { params, signal }));
      return { ...rest, rows: rows ?? [], firstRow: offsetOf(search) + 1 };
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'managed', id],
    queryFn: () => answer(api.GET('/api/users/{id}', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** The roles that the current user may grant. */
export const grantableQuery = (unit: number) =>
  queryOptions({
    queryKey: ['users', 'grantable', unit],
    queryFn: async () => {
      const params = { path: { id: unit }, query: { onlyCount: true } };
      return (await answer(api.GET('/api/org-units/{id}/users', { params }))).grantableRoles;
    },
  });

/** Branches to which a user can be added. */
export const openUnitsQuery = (company: number) =>
  queryOptions({
    queryKey: ['branches', 'open', company],
    queryFn: async () => {
      const params = { path: { id: company }, query: { state: 'ACTIVE', limit: 100 } };
      return (await answer(api.GET('/api/org-units/{id}/branches', { params }))).rows ?? [];
    },
  });

export const openWorkQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'open-work', id],
    queryFn: () => answer(api.GET('/api/users/{id}/open-work', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

export const resetsQuery = queryOptions({
  queryKey: ['second-factor-resets'],
  queryFn: async () => (await answer(api.GET('/api/second-factor-resets'))).rows,
  meta: { quiet: true },
});

type ChangeOptions<In> = {
  change: (input: In) => Promise<ManagedUser>;
  /** Called before the refetch, which may remove the pressed control. */
  onDone?: (user: ManagedUser) => void;
  /** The caller shows the error. */
  isQuiet?: boolean;
};

/** A call that changes a user and returns the updated record. */
export function useUserChange<In>({ change, onDone, isQuiet = false }: ChangeOptions<In>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (user) => {
      onDone?.(user);
      queryClient.setQueryData(userQuery(user.id).queryKey, user);
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
    meta: { quiet: isQuiet },
  });
}

export const inviteUser = ({ unit, body, key }: { unit: number; body: Invitation; key: string }) => {
  const params = { path: { id: unit }, header: { 'Idempotency-Key': key } };
  return answer(api.POST('/api/org-units/{id}/users', { params, body }));
};

type Versioned<Body> = { id: number; version: number; body: Body };

export const editUser = ({ id, version, body }: Versioned<components['schemas']['ManagedUserChange']>) =>
  answer(api.PATCH('/api/users/{id}', { params: { path: { id }, header: { 'If-Match': String(version) } }, body }));

export const editMembership = ({ id, version, body }: Versioned<components['schemas']['MembershipChange']>) => {
  const params = { path: { id }, header: { 'If-Match': String(version) } };
  return answer(api.PATCH('/api/user-org-units/{id}', { params, body }));
};

export const addMembership = ({ id, body }: { id: number; body: components['schemas']['NewMembership'] }) =>
  answer(api.POST('/api/users/{id}/user-org-units', { params: { path: { id } }, body }));

export const resendInvitation = (id: number) =>
  answer(api.POST('/api/users/{id}/invitation', { params: { path: { id } } }));
export const revokeInvitation = (id: number) =>
  answer(api.DELETE('/api/users/{id}/invitation', { params: { path: { id } } }));
export const deactivateUser = ({ id, body }: { id: number; body: Successors }) =>
  answer(api.POST('/api/users/{id}/deactivation', { params: { path: { id } }, body }));
export const reactivateUser = (id: number) =>
  answer(api.DELETE('/api/users/{id}/deactivation', { params: { path: { id } } }));
export const endLogins = (id: number) => answer(api.DELETE('/api/users/{id}/logins', { params: { path: { id } } }));

export const decideReset = ({ id, approves }: { id: number; approves: boolean }) => {
  const params = { path: { id } };
  return answer(
    approves
      ? api.POST('/api/second-factor-resets/{id}/approval', { params })
      : api.POST('/api/second-factor-resets/{id}/refusal', { params }),
  );
};
