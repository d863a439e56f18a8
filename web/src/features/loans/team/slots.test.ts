import { describe, expect, it } from 'vitest';
import cases from '../../../../../crates/lending/tests/fixtures/team-cases.json';
import { doubled, ownSlot, pairsShown, prefill, type SlotName, slotNames } from './slots';
import { texts } from './texts';

// The server's tests read the same table.
describe('the rules of the team', () => {
  it.each(cases.own)('$says: $roles', ({ roles, permissions, slot }) => {
    expect(ownSlot(roles, permissions)).toBe(slot);
  });

  it.each(cases.prefill)('$says', ({ officer, entries, filled }) => {
    const team = prefill(
      officer,
      entries.map(([LoanRole, primary, id]) => ({
        LoanRole: LoanRole as string,
        primary: primary as boolean,
        id: id as number,
      })),
    );
    const ids = Object.fromEntries(Object.entries(team).map(([slot, entry]) => [slot, entry.id]));
    expect(ids).toEqual(filled);
  });

  it.each(cases.doubled)('$filled has a member twice: $messages', ({ filled, messages }) => {
    const ids = filled as Partial<Record<SlotName, number>>;
    const found = doubled((slot) => ids[slot]).map((slot) => [slot, texts.twice[slot]]);
    expect(Object.fromEntries(found)).toEqual(messages);
    expect(Object.keys(filled).filter((slot) => !slotNames.includes(slot as SlotName))).toEqual([]);
  });

  it.each(cases.shown)('$says', ({ permissions, slots }) => {
    expect(pairsShown(permissions).flatMap(({ primary, junior }) => [primary, junior])).toEqual(slots);
  });
});
