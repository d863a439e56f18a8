import { Button } from '@mantine/core';
import IconMapOff from '@tabler/icons-react/dist/esm/icons/IconMapOff.mjs';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@/shared/ui/empty-state';
import { texts } from './texts';

/** The content of every unknown address. */
export function NotFound() {
  return (
    <EmptyState isPage icon={<IconMapOff size={20} />} title={texts.notFoundTitle} text={texts.notFound}>
      <Button component={Link} to="/app/loans">
        {texts.goHome}
      </Button>
    </EmptyState>
  );
}
