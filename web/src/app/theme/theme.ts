import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { dateFormat, modalWidths } from '@/shared/lib/constants';
import { withLightness } from '@/shared/theme/color';
import { brandTokens, cssTokens, neutrals, radius } from '@/shared/theme/tokens';

/** Cooler than the library's own scale. Used where a component takes a shade by number. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6eb',
  '#d3d7de',
  '#c2c8d1',
  '#8a92a0',
  '#5a6370',
  '#474f5b',
  '#2f3640',
  '#1c2129',
];
const dark: MantineColorsTuple = [
  '#dfe3e9',
  '#b9c0ca',
  '#9aa3b0',
  '#6d7683',
  '#3d4653',
  '#2a313b',
  '#1c222b',
  '#161b22',
  '#12161c',
  '#0f1318',
];

/** Ten shades of the tenant's hue for the library's internals. Our own styles use the tokens instead. */
const tenant = (color: string): MantineColorsTuple =>
  [0.975, 0.94, 0.885, 0.81, 0.73, 0.645, 0.56, 0.47, 0.4, 0.33].map((lightness) =>
    withLightness(color, lightness),
  ) as unknown as MantineColorsTuple;

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || (input.color && input.color !== 'tenant')) return colors;
  return { ...colors, color: 'var(--kt-on-brand)' };
};

/** Density and neutrals are the product's. Only the accent is the tenant's. */
export const makeTheme = (themeColor: string | null | undefined) =>
  createTheme({
    fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    colors: { gray, dark, tenant: tenant(brandTokens(themeColor, 'light').fill) },
    primaryColor: 'tenant',
    variantColorResolver,
    defaultRadius: radius.control,
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '1rem', xl: '1.125rem' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3' },
        h2: { fontSize: '0.875rem', lineHeight: '1.4' },
        h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
      },
    },
    components,
  });

// Defaults that failed accessibility checks, and defaults that look.md overrides.
const components = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
  Avatar: { defaultProps: { variant: 'filled', color: 'tenant', size: 28 } },
  Button: { defaultProps: { size: 'xs' } },
  Checkbox: { defaultProps: { size: 'xs' } },
  CloseButton: { defaultProps: { 'aria-label': 'Close' } },
  // Closed lists aren't rendered: a dialog with eight of them would otherwise render and position each one.
  Combobox: { defaultProps: { keepMounted: false, shadow: 'md', transitionProps: { duration: 0 } } },
  DateInput: {
    defaultProps: {
      valueFormat: dateFormat,
      placeholder: dateFormat,
      firstDayOfWeek: 0,
      weekendDays: [],
      hideOutsideDates: true,
      clearButtonProps: { 'aria-label': 'Clear date' },
      ariaLabels: { previousMonth: 'Previous month', nextMonth: 'Next month', monthLevelControl: 'Change month' },
    },
  },
  Drawer: { defaultProps: { transitionProps: { duration: 120 }, closeButtonProps: { 'aria-label': 'Close menu' } } },
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  Input: { defaultProps: { size: 'xs' } },
  InputWrapper: { defaultProps: { size: 'xs' } },
  Menu: {
    defaultProps: {
      withInitialFocusPlaceholder: false,
      shadow: 'md',
      position: 'bottom-end',
      offset: 6,
      transitionProps: { duration: 0 },
    },
  },
  Modal: {
    defaultProps: {
      centered: true,
      size: modalWidths.small,
      radius: radius.panel,
      overlayProps: { backgroundOpacity: 0.35 },
      transitionProps: { transition: 'fade', duration: 100 },
      closeButtonProps: { 'aria-label': 'Close' },
    },
  },
  ModalHeader: { defaultProps: { role: 'presentation' } },
  PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } } },
  // Enter selects the first match while the user types.
  Select: { defaultProps: { selectFirstOptionOnChange: true } },
  SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 100, withItemsBorders: false } },
  Tooltip: { defaultProps: { openDelay: 300, fz: 'xs' } },
};

/** Sets the library's CSS variables from our tokens. */
export const cssVariablesResolver =
  (themeColor: string | null | undefined): CSSVariablesResolver =>
  () => {
    const scheme = (name: 'light' | 'dark') => {
      const neutral = neutrals[name];
      const brand = brandTokens(themeColor, name);
      return {
        ...cssTokens(themeColor, name),
        '--mantine-color-body': neutral.surface,
        '--mantine-color-text': neutral.text,
        '--mantine-color-dimmed': neutral.quiet,
        '--mantine-color-placeholder': neutral.placeholder,
        '--mantine-color-error': neutral.danger,
        '--mantine-color-anchor': brand.text,
        '--mantine-color-default': neutral.surface,
        '--mantine-color-default-hover': neutral.well,
        '--mantine-color-default-color': neutral.text,
        '--mantine-color-default-border': neutral.control,
        '--mantine-color-tenant-filled': brand.fill,
        '--mantine-color-tenant-filled-hover': brand.fillHover,
        '--mantine-color-tenant-text': brand.text,
        '--mantine-color-tenant-outline': brand.text,
        '--mantine-color-tenant-light': brand.soft,
        '--mantine-color-tenant-light-hover': brand.soft,
        '--mantine-color-tenant-light-color': brand.onSoft,
        '--mantine-primary-color-contrast': brand.onFill,
        '--mantine-shadow-md': neutral.shadow,
        '--mantine-shadow-xl': neutral.shadow,
      };
    };
    return { variables: {}, light: scheme('light'), dark: scheme('dark') };
  };
