import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { actFor } from './acting';
import { texts } from './texts';

/** Starts acting on behalf of a user. */
export function ImpersonateButton({ userId, name }: { userId: number; name: string }) {
  const begin = useMutation({ mutationFn: () => actFor(userId) });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={texts.impersonateWho(name)}
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate()}
    >
      {texts.impersonate}
    </Button>
  );
}
