import { createFileRoute, redirect } from '@tanstack/react-router';
import { visibleAreas } from '@/features/orgs/settings/areas';
import { permissionsQuery } from '@/shared/session/me';

export const Route = createFileRoute('/app/settings/')({
  beforeLoad: async ({ context }) => {
    const { routes } = await context.queryClient.ensureQueryData(permissionsQuery);
    const [first] = visibleAreas(routes);
    if (first) throw redirect({ to: first.to, replace: true });
  },
});
