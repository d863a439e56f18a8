import type { components } from '@/api/schema';

export type LoanRole = components['schemas']['LoanRole'];

/** Slots of the form, by the specification's names. */
export type SlotName = PairNames['primary' | 'junior'];
type PairNames = (typeof pairs)[number];

/**
 * Two slots of each role, in the order of the form, with the permission needed to see them. Company and contract
 * processors share a pair. The server has the same rules. Both are tested against one table of cases.
 */
export const pairs = [
  { primary: 'loanOfficer', junior: 'juniorLoanOfficer', roles: ['ORIGINATOR'], permission: null },
  {
    primary: 'loanProcessor',
    junior: 'juniorLoanProcessor',
    roles: ['PROCESSOR', 'CONTRACTPROCESSOR'],
    permission: 'LOAN_REVIEW',
  },
  { primary: 'loanOfficerAssistant', junior: 'juniorLOA', roles: ['ASSISTANT'], permission: null },
  {
    primary: 'DisclosureDesk',
    junior: 'juniorDisclosureDesk',
    roles: ['DISCLOSURE_DESK'],
    permission: 'LOAN_ADMIN_TEAM_EDIT',
  },
  { primary: 'Funder', junior: 'juniorFunder', roles: ['FUNDER'], permission: 'LOAN_ADMIN_TEAM_EDIT' },
  { primary: 'Payroll', junior: 'juniorPayroll', roles: ['PAYROLL'], permission: 'LOAN_ADMIN_TEAM_EDIT' },
  { primary: 'LockDesk', junior: 'juniorLockDesk', roles: ['LOCK_DESK'], permission: 'LOAN_ADMIN_TEAM_EDIT' },
  { primary: 'Closer', junior: 'juniorCloser', roles: ['CLOSER'], permission: 'LOAN_ADMIN_TEAM_EDIT' },
] as const satisfies readonly {
  primary: string;
  junior: string;
  roles: readonly LoanRole[];
  permission: string | null;
}[];

export type Pair = (typeof pairs)[number];

export const slotNames: readonly SlotName[] = pairs.flatMap(({ primary, junior }) => [primary, junior]);

/** The pairs that the user may see and fill. */
export const pairsShown = (permissions: readonly string[]): readonly Pair[] =>
  pairs.filter(({ permission }) => permission === null || permissions.includes(permission));

const defaultSlots: readonly (readonly [roleName: string, slot: SlotName])[] = [
  ['Originator', 'loanOfficer'],
  ['Assistant', 'loanOfficerAssistant'],
  ['Processor', 'loanProcessor'],
  ['Disclosure Desk', 'DisclosureDesk'],
  ['Funder', 'Funder'],
  ['Lock Desk', 'LockDesk'],
  ['Payroll', 'Payroll'],
  ['Closer', 'Closer'],
];

/** The default slot of a loan's creator: the first slot that fits their roles. */
export function ownSlot(roleNames: readonly string[], permissions: readonly string[]): SlotName | null {
  const shown = new Set<SlotName>(pairsShown(permissions).map(({ primary }) => primary));
  return defaultSlots.find(([role, slot]) => roleNames.includes(role) && shown.has(slot))?.[1] ?? null;
}

type Entry = { LoanRole: string; primary: boolean; id: number };

/**
 * Assigns the entries of an officer's default team to slots. Each gets its own slot, a contract processor the first
 * free processor slot. No user gets both slots of a pair.
 */
export function prefill<E extends Entry>(officer: number, entries: readonly E[]): Partial<Record<SlotName, E>> {
  const filled: Partial<Record<SlotName, E>> = {};
  const isUnderContract = ({ LoanRole }: E) => LoanRole === 'CONTRACTPROCESSOR';
  for (const entry of [...entries.filter((one) => !isUnderContract(one)), ...entries.filter(isUnderContract)]) {
    const pair = pairs.find(({ roles }) => (roles as readonly string[]).includes(entry.LoanRole));
    if (!pair) continue;
    const own = entry.primary ? pair.primary : pair.junior;
    const wanted: SlotName[] = isUnderContract(entry) ? [pair.primary, pair.junior] : [own];
    const isInPair = filled[pair.primary]?.id === entry.id || filled[pair.junior]?.id === entry.id;
    const isOfficer = pair.primary === 'loanOfficer' && (entry.primary || entry.id === officer);
    const free = wanted.find((slot) => !filled[slot]);
    if (free && !isInPair && !isOfficer) filled[free] = entry;
  }
  return filled;
}

/** Additional slots whose member also has the primary slot. `idOf` returns the user id in a slot. */
export const doubled = (idOf: (slot: SlotName) => number | undefined): readonly Pair['junior'][] =>
  pairs
    .filter(({ primary, junior }) => idOf(primary) !== undefined && idOf(primary) === idOf(junior))
    .map(({ junior }) => junior);
