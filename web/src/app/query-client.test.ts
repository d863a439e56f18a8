import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-client';

afterEach(() => onlineManager.setOnline(true));

it('requests are sent even if the browser reports that it is offline', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient(() => false);
  await expect(client.fetchQuery({ queryKey: ['loan'], queryFn: async () => 'read' })).resolves.toBe('read');
  const saving = client.getMutationCache().build(client, { mutationFn: async () => 'saved' });
  await expect(saving.execute(undefined)).resolves.toBe('saved');
});
