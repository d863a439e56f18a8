import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { themeRecordQuery } from '@/shared/brand/theme-record';
import { queryClient } from './router';
import { createColorSchemeManager } from './theme/color-scheme';
import { cssVariablesResolver, makeTheme } from './theme/theme';

const colorSchemeManager = createColorSchemeManager();

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Appearance>{children}</Appearance>
    </QueryClientProvider>
  );
}

function Appearance({ children }: { children: ReactNode }) {
  const { data: record } = useQuery(themeRecordQuery);
  const themeColor = record?.themeColor;
  const theme = useMemo(() => makeTheme(themeColor), [themeColor]);
  const variables = useMemo(() => cssVariablesResolver(themeColor), [themeColor]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
    >
      {children}
    </MantineProvider>
  );
}
