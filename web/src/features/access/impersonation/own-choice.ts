type OrgUnitChoice = { orgUnit: number; consolidated: boolean };

/** The keys under which every tab keeps the branch; here they are this tab's own (decision D32). */
const orgUnitKey = 'activeOrgUnit';
const consolidatedKey = 'consolidated';

/** Gives this tab a branch of its own: what other tabs choose is somebody else's. */
export function keepOwnChoice({ orgUnit, consolidated }: OrgUnitChoice): void {
  sessionStorage.setItem(consolidatedKey, String(consolidated));
  sessionStorage.setItem(orgUnitKey, String(orgUnit));
}

export function clearOwnChoice(): void {
  sessionStorage.removeItem(orgUnitKey);
  sessionStorage.removeItem(consolidatedKey);
}
