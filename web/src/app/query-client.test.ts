import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-client';

afterEach(() => onlineManager.setOnline(true));

it('what is asked and sent is tried where the browser thinks itself offline', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient(() => false);
  await expect(client.fetchQuery({ queryKey: ['loan'], queryFn: async () => 'read' })).resolves.toBe('read');
  const saving = client.getMutationCache().build(client, { mutationFn: async () => 'saved' });
  await expect(saving.execute(undefined)).resolves.toBe('saved');
});
