import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { PublicNotFound } from '@/app/errors/public-not-found';
import { Root } from '@/app/root';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: PublicNotFound,
});
