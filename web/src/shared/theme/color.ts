/**
 * Color math for tenant colors: WCAG contrast, and lightness changes that keep the hue (OKLCH, Björn Ottosson 2020).
 */

type Rgb = readonly [number, number, number];
type Oklch = { lightness: number; chroma: number; hue: number };

/** Normalizes `#rgb` or `#rrggbb` to `#rrggbb`. Returns null for anything else. */
export function parseHex(text: string | null | undefined): string | null {
  const hex = text?.trim().toLowerCase() ?? '';
  if (/^#[0-9a-f]{6}$/.test(hex)) return hex;
  if (/^#[0-9a-f]{3}$/.test(hex)) return `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}`;
  return null;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function channels(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [((number >> 16) & 255) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

function toHex(rgb: Rgb): string {
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return `#${rgb.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map(toLinear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Blends a `share` (0 to 1) of `color` over `ground`, like CSS `color-mix(in srgb)`. */
export function mix(color: string, ground: string, share: number): string {
  const [top, bottom] = [channels(color), channels(ground)];
  return toHex(top.map((value, index) => value * share + (bottom[index] ?? 0) * (1 - share)) as unknown as Rgb);
}

function toOklch(hex: string): Oklch {
  const [red, green, blue] = channels(hex).map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The same hue with another lightness (0 to 1). Reduces the chroma until the color is displayable. */
export function withLightness(hex: string, lightness: number): string {
  const color = { ...toOklch(hex), lightness };
  const outside = (rgb: Rgb) => rgb.some((value) => value < -0.0005 || value > 1.0005);
  let rgb = toLinearRgb(color);
  while (outside(rgb) && color.chroma > 0.001) {
    color.chroma *= 0.95;
    rgb = toLinearRgb(color);
  }
  return toHex(rgb.map((value) => toGamma(Math.max(0, value))) as unknown as Rgb);
}

/** Perceived lightness, 0 to 1. */
export const lightnessOf = (hex: string): number => toOklch(hex).lightness;

/**
 * Returns `hex` if its contrast to all `grounds` is at least `ratio`. Otherwise returns the closest lightness of its
 * hue that satisfies this: darker on light grounds, lighter on dark ones.
 */
export function readableOn(hex: string, grounds: readonly string[], ratio: number): string {
  const passes = (color: string) => grounds.every((ground) => contrast(color, ground) >= ratio);
  if (passes(hex)) return hex;
  const step = luminance(grounds[0] ?? '#ffffff') > 0.18 ? -0.01 : 0.01;
  for (let lightness = lightnessOf(hex) + step; lightness > 0 && lightness < 1; lightness += step) {
    const color = withLightness(hex, lightness);
    if (passes(color)) return color;
  }
  return step < 0 ? '#000000' : '#ffffff';
}
