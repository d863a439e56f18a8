import { createFileRoute } from '@tanstack/react-router';
import { OrgConfigPage } from '@/features/orgs/settings/org-config-page';

export const Route = createFileRoute('/app/settings/org-config/')({ component: OrgConfigPage });
