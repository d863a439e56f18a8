import { contrast, lightnessOf, mix, parseHex, readableOn, withLightness } from './color';

/**
 * Every color of the product by its purpose. The light, dark and tenant palettes are three sets of the same tokens.
 * Pages use only tokens, never color values.
 */
export type Scheme = 'light' | 'dark';

type Neutrals = {
  /** Page background. */
  page: string;
  /** Background of tables, panels and the header. */
  surface: string;
  /** Background of floating elements: menus, dialogs, toasts. */
  raised: string;
  /** Background of table heads and muted areas inside a surface. */
  well: string;
  /** Color of all hairlines. */
  line: string;
  /** Border of inputs and buttons. */
  control: string;
  text: string;
  /** Color of labels, table heads and secondary text. */
  quiet: string;
  placeholder: string;
  danger: string;
  success: string;
  warning: string;
  shadow: string;
};

export const neutrals: Record<Scheme, Neutrals> = {
  light: {
    page: '#f4f5f7',
    surface: '#ffffff',
    raised: '#ffffff',
    well: '#f7f8fa',
    line: '#e3e6eb',
    control: '#c2c8d1',
    text: '#1c2129',
    quiet: '#5a6370',
    placeholder: '#697280',
    danger: '#c92a2a',
    success: '#1d7a4b',
    warning: '#8a5a00',
    shadow: '0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 12%)',
  },
  dark: {
    page: '#0f1318',
    surface: '#161b22',
    raised: '#1c222b',
    well: '#1a2028',
    line: '#2a313b',
    control: '#3d4653',
    text: '#dfe3e9',
    quiet: '#9aa3b0',
    placeholder: '#8b95a3',
    danger: '#ff8787',
    success: '#63cf98',
    warning: '#e0b04a',
    shadow: '0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 45%)',
  },
};

/**
 * Colors of small squares next to text. They are the same in both schemes, with a contrast of at least 3:1 on either
 * surface.
 */
export const tones = {
  gray: '#7d8694',
  blue: '#3b82c4',
  indigo: '#6673d6',
  violet: '#9a63d0',
  amber: '#c27803',
  teal: '#128f83',
  green: '#2f8f46',
  red: '#d04f4f',
} as const;

type Brand = {
  /** Background of the primary action. */
  fill: string;
  fillHover: string;
  /** Text on the primary action. */
  onFill: string;
  /** Links, selection and focus ring. */
  text: string;
  /** Background of selected items. */
  soft: string;
  /** Text on selected items. */
  onSoft: string;
};

/** Default brand color if the tenant has none. */
export const defaultBrandColor = '#0b6e6e';

const TEXT_RATIO = 4.5;
const SHAPE_RATIO = 3;

/** Tokens for a tenant's color: the exact color if it is readable, otherwise the closest readable one. */
export function brandTokens(themeColor: string | null | undefined, scheme: Scheme): Brand {
  const color = parseHex(themeColor) ?? defaultBrandColor;
  const { page, surface, raised } = neutrals[scheme];
  const grounds = [surface, page, raised];
  // On white, a color that is readable under white text also stands out as a shape. On dark backgrounds these are
  // separate requirements.
  const fill =
    scheme === 'light' ? readableOn(color, ['#ffffff'], TEXT_RATIO) : readableOn(color, grounds, SHAPE_RATIO);
  const onFill = contrast('#ffffff', fill) >= TEXT_RATIO ? '#ffffff' : '#000000';
  // Change the lightness away from the text color, or toward it if the fill would no longer stand out from its
  // background.
  const step = onFill === '#ffffff' ? -0.04 : 0.04;
  const isReadable = (ground: string) => contrast(onFill, ground) >= TEXT_RATIO;
  const standsOut = (ground: string) =>
    scheme === 'light' || grounds.every((below) => contrast(ground, below) >= SHAPE_RATIO);
  const fillHover = [step, -step]
    .map((by) => withLightness(fill, lightnessOf(fill) + by))
    .find((ground) => isReadable(ground) && standsOut(ground));
  const soft = mix(color, surface, scheme === 'light' ? 0.1 : 0.18);
  return {
    fill,
    fillHover: fillHover ?? fill,
    onFill,
    text: readableOn(color, grounds, TEXT_RATIO),
    soft,
    onSoft: readableOn(color, [soft], TEXT_RATIO),
  };
}

/** Font sizes in pixels. */
export const type = { small: 12, body: 13, section: 14, dialog: 15, title: 20 } as const;

/** Corner radii, in pixels. */
export const radius = { control: 6, panel: 8 } as const;

/** Heights in pixels. */
export const height = { header: 48, row: 34, control: 30 } as const;

/** CSS custom properties of one scheme. */
export function cssTokens(themeColor: string | null | undefined, scheme: Scheme): Record<string, string> {
  const neutral = neutrals[scheme];
  const brand = brandTokens(themeColor, scheme);
  const tone = Object.entries(tones).map(([name, color]) => [`--kt-tone-${name}`, color]);
  return {
    ...Object.fromEntries(tone),
    '--kt-page': neutral.page,
    '--kt-surface': neutral.surface,
    '--kt-raised': neutral.raised,
    '--kt-well': neutral.well,
    '--kt-line': neutral.line,
    '--kt-control': neutral.control,
    '--kt-text': neutral.text,
    '--kt-quiet': neutral.quiet,
    '--kt-danger': neutral.danger,
    '--kt-success': neutral.success,
    '--kt-warning': neutral.warning,
    '--kt-shadow': neutral.shadow,
    '--kt-brand': brand.fill,
    '--kt-brand-hover': brand.fillHover,
    '--kt-on-brand': brand.onFill,
    '--kt-brand-text': brand.text,
    '--kt-brand-soft': brand.soft,
    '--kt-on-brand-soft': brand.onSoft,
  };
}
