import { describe, expect, it } from 'vitest';
import { quietSeconds, secondsLeft, untilNextLookMs, warningSeconds } from './idle-rules';

describe('the idle warning', () => {
  it('IDLE-12: counts down a fifth of the session timeout, five minutes at most', () => {
    expect(warningSeconds(1800)).toBe(300);
    expect(warningSeconds(600)).toBe(120);
  });

  it('A11Y-10: leaves at least twenty seconds, however short a company’s sessions are', () => {
    for (let minutes = 5; minutes <= 480; minutes += 1) {
      expect(warningSeconds(minutes * 60)).toBeGreaterThanOrEqual(20);
    }
  });

  it('IDLE-13: opens when that much of the timeout is left', () => {
    expect(quietSeconds(1800)).toBe(1500);
    expect(quietSeconds(600)).toBe(480);
  });

  it('counts whole seconds from its opening to zero', () => {
    expect(secondsLeft(0, 1_499_999, 1800)).toBeNull();
    expect(secondsLeft(0, 1_500_000, 1800)).toBe(300);
    expect(secondsLeft(0, 1_501_000, 1800)).toBe(299);
    expect(secondsLeft(0, 1_799_001, 1800)).toBe(1);
    expect(secondsLeft(0, 1_800_000, 1800)).toBe(0);
    expect(secondsLeft(0, 9_000_000, 1800)).toBe(0);
  });

  it('is checked when it can open, then each second', () => {
    expect(untilNextLookMs(0, 0, 1800)).toBe(1_500_000);
    expect(untilNextLookMs(0, 1_499_000, 1800)).toBe(1000);
    expect(untilNextLookMs(0, 1_500_000, 1800)).toBe(1000);
    expect(untilNextLookMs(0, 1_500_400, 1800)).toBe(600);
  });
});
