import { describe, expect, it } from 'vitest';
import { type Branch, firstChoice } from '@/shared/session/first-choice';
import { branchChoices, foundChoices, hasBranches, hasBranchesOrRoles } from './branches';

const branch = (id: number, displayName: string, RoleList: string[], isHeadQuarter = false): Branch => ({
  id,
  name: displayName,
  displayName,
  isHeadQuarter,
  RoleList,
  type: isHeadQuarter ? 'BROKER' : 'BRANCH',
});
const headquarters = (...roles: string[]) => branch(1, 'Harbor Home Lending', roles, true);
const bayside = (...roles: string[]) => branch(2, 'Bayside', roles);
const summit = (...roles: string[]) => branch(3, 'Summit', roles);

const user = (LinkedOrgs: Branch[], isOwner = false) => ({
  LinkedOrgs,
  WizeOrgUnitId: LinkedOrgs[0]?.id ?? 0,
  isOwner,
});
const labels = (LinkedOrgs: Branch[]) =>
  branchChoices(user(LinkedOrgs)).map((choice) => choice.branch?.displayName ?? 'All');

describe('the choices', () => {
  it('require more than one branch, or more than one role in the user menu', () => {
    expect(hasBranches(user([bayside('ORIGINATOR')]))).toBe(false);
    expect(hasBranches(user([bayside('ORIGINATOR'), summit('ORIGINATOR')]))).toBe(true);
    expect(hasBranchesOrRoles(user([bayside('ORIGINATOR')]))).toBe(false);
    expect(hasBranchesOrRoles(user([bayside('BRANCHADMIN', 'ORIGINATOR')]))).toBe(true);
  });

  it('include All only for the three roles at headquarters', () => {
    for (const role of ['COMPANYADMIN', 'ASSOCIATEADMIN', 'LOANADMIN']) {
      expect(labels([headquarters(role), bayside('LOANADMIN')])).toEqual(['All', 'Harbor Home Lending', 'Bayside']);
      expect(labels([bayside(role), summit(role)])).toEqual(['Bayside', 'Summit']);
      expect(labels([headquarters(role)])).toEqual(['Harbor Home Lending']);
    }
    expect(labels([headquarters('ADMINISTRATOR'), bayside('LOANADMIN')])).toEqual(['Harbor Home Lending', 'Bayside']);
    expect(labels([bayside('ORIGINATOR'), summit('ORIGINATOR')])).toEqual(['Bayside', 'Summit']);
  });

  it('match either name', () => {
    const legal = { ...bayside('ORIGINATOR'), name: 'HHL Branch 7101 LLC' };
    const choices = branchChoices(user([headquarters('LOANADMIN'), legal]));
    const found = (text: string) => foundChoices(choices, text).map(({ key }) => key);
    expect(found('')).toEqual(['all', '1', '2']);
    expect(found(' baYS ')).toEqual(['2']);
    expect(found('7101')).toEqual(['2']);
    expect(found('all')).toEqual(['all']);
    expect(found('nowhere')).toEqual([]);
  });
});

describe('the initial choice', () => {
  it('is the default branch', () => {
    expect(firstChoice(user([bayside('ORIGINATOR'), summit('ORIGINATOR')]))).toEqual({
      orgUnit: 2,
      consolidated: false,
    });
    const lena = user([headquarters('LOANADMIN'), bayside('LOANADMIN')]);
    expect(firstChoice(lena)).toEqual({ orgUnit: 1, consolidated: false });
  });

  it('is all branches for the owner at headquarters', () => {
    const branches = [bayside('ORIGINATOR'), headquarters('COMPANYADMIN', 'LOANADMIN')];
    expect(firstChoice(user(branches, true))).toEqual({ orgUnit: 1, consolidated: true });
    expect(firstChoice(user(branches, false))).toEqual({ orgUnit: 2, consolidated: false });
    expect(firstChoice(user([bayside('BRANCHADMIN')], true))).toEqual({ orgUnit: 2, consolidated: false });
  });

  it('is all branches for a company admin at headquarters without another role there', () => {
    const branches = [headquarters('COMPANYADMIN'), summit('BRANCHADMIN')];
    expect(firstChoice(user(branches))).toEqual({ orgUnit: 1, consolidated: true });
    expect(firstChoice(user([headquarters('COMPANYADMIN', 'ORIGINATOR'), summit('BRANCHADMIN')]))).toEqual({
      orgUnit: 1,
      consolidated: false,
    });
  });

  it('is all branches for a user who may see all and has only one branch', () => {
    expect(firstChoice(user([headquarters('LOANADMIN')]))).toEqual({ orgUnit: 1, consolidated: true });
    expect(firstChoice(user([headquarters('ADMINISTRATOR')]))).toEqual({ orgUnit: 1, consolidated: false });
  });
});
