import { describe, expect, it } from 'vitest';
import { contrast, mix, parseHex } from './color';
import { brandTokens, defaultBrandColor, neutrals, type Scheme, tones } from './tokens';

const extremes = {
  yellow: '#ffeb00',
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  lime: '#00ff00',
  navy: '#001f5b',
  gray: '#808080',
};
const schemes: Scheme[] = ['light', 'dark'];

describe('a tenant color', () => {
  for (const [name, color] of Object.entries(extremes)) {
    for (const scheme of schemes) {
      it(`${name} is readable as text, on buttons and on selections in ${scheme}`, () => {
        const brand = brandTokens(color, scheme);
        const { page, surface, raised } = neutrals[scheme];
        for (const ground of [page, surface, raised]) {
          expect(contrast(brand.text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(brand.fill, ground)).toBeGreaterThanOrEqual(3);
          expect(contrast(brand.fillHover, ground), 'hover').toBeGreaterThanOrEqual(3);
        }
        expect(contrast(brand.onFill, brand.fill)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(brand.onFill, brand.fillHover)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(brand.onSoft, brand.soft)).toBeGreaterThanOrEqual(4.5);
      });
    }
  }

  for (const [name, color] of Object.entries(extremes)) {
    for (const scheme of schemes) {
      it(`A11Y-06: ${name} has a focus ring with enough contrast in ${scheme}`, () => {
        const { text, fill, soft } = brandTokens(color, scheme);
        const { page, surface, raised, well } = neutrals[scheme];
        // Hovered items are tinted with 6% of the text color, and rows with up to 9% of the brand color.
        const pointed = mix(neutrals[scheme].text, surface, 0.06);
        const rows = [0.05, 0.09].map((share) => mix(fill, surface, share));
        for (const ground of [page, surface, raised, well, soft, pointed, ...rows]) {
          expect(contrast(text, ground), `ring on ${ground}`).toBeGreaterThanOrEqual(3);
        }
      });
    }
  }

  it('is unchanged if it has 4.5:1 on white', () => {
    for (const color of [defaultBrandColor, extremes.black, extremes.navy, '#8a1c7c', '#a4262c']) {
      expect(brandTokens(color, 'light').fill).toBe(color);
      expect(brandTokens(color, 'light').text).toBe(color);
    }
  });

  it('is unchanged on dark if it is readable there', () => {
    expect(brandTokens(extremes.yellow, 'dark').fill).toBe(extremes.yellow);
    expect(brandTokens(extremes.yellow, 'dark').text).toBe(extremes.yellow);
    expect(brandTokens(extremes.lime, 'dark').fill).toBe(extremes.lime);
  });

  it('keeps its hue when adjusted', () => {
    const { fill } = brandTokens(extremes.red, 'light');
    const [red, green, blue] = [fill.slice(1, 3), fill.slice(3, 5), fill.slice(5, 7)].map((byte) =>
      Number.parseInt(byte, 16),
    ) as [number, number, number];
    expect(red).toBeGreaterThan(200);
    expect(Math.max(green, blue)).toBeLessThan(40);
  });

  it('falls back to the product\u2019s color if it is invalid', () => {
    expect(brandTokens('javascript:', 'light').fill).toBe(defaultBrandColor);
    expect(brandTokens(null, 'light').fill).toBe(defaultBrandColor);
    expect(parseHex('#0AF')).toBe('#00aaff');
  });
});

describe('the neutrals', () => {
  it('are readable on every background in both schemes', () => {
    for (const scheme of schemes) {
      const { page, surface, raised, well, ...inks } = neutrals[scheme];
      for (const ground of [page, surface, raised, well]) {
        for (const ink of [inks.text, inks.quiet, inks.danger, inks.success, inks.warning]) {
          expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

it('the colors of stages have enough contrast on both surfaces', () => {
  for (const tone of Object.values(tones)) {
    for (const scheme of schemes) expect(contrast(tone, neutrals[scheme].surface), tone).toBeGreaterThanOrEqual(3);
  }
});
