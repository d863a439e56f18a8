import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { ApiKeyIn, KeyOwner } from './key-calls';
import { texts } from './texts';

export type KeyForm = { name: string; scopes: string[]; days: string };

export const emptyKey: KeyForm = { name: '', scopes: [], days: '90' };

const rules = z.object({
  name: z.string().trim().min(1, texts.nameRequired).max(80, texts.nameRule),
  scopes: z.array(z.string()).min(1, texts.scopesRequired),
});

export const keyResolver = schemaResolver<KeyForm>(rules);

export const keyOf = ({ name, scopes, days }: KeyForm, owner: KeyOwner): ApiKeyIn => ({
  name: name.trim(),
  scopes,
  owner,
  expiresInDays: Number(days),
});
