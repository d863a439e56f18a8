import type { AuditPerson } from '@/api/types';

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** `second-factor`, `loginsEnded` and `app_title` as words. */
const words = (code: string) =>
  code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();

/** Nouns that people call otherwise than the program does. */
const nouns: Record<string, string> = {
  'org-unit': 'Organization',
  login: 'Sign-in',
  'sign-in': 'Sign-in attempt',
  audit: 'Audit log',
  'api-key': 'API key',
  user: 'Person',
  ssn: 'Social security numbers',
  theme: 'Branding',
};

export const entityName = (code: string): string => nouns[code.replaceAll('_', '-')] ?? sentence(words(code));

/** Verbs as they are said of what is done. */
const done: Record<string, string> = {
  authorize: 'authorized',
  begin: 'started',
  cancel: 'canceled',
  change: 'changed',
  connect: 'connected',
  create: 'created',
  deactivate: 'deactivated',
  disconnect: 'disconnected',
  edit: 'edited',
  end: 'ended',
  'end-all': 'ended everywhere',
  enroll: 'set up',
  export: 'exported',
  invite: 'invited',
  lock: 'locked',
  lose: 'connection lost',
  match: 'matched',
  print: 'printed',
  reactivate: 'reactivated',
  reassign: 'reassigned',
  reset: 'reset',
  reveal: 'value revealed',
  revoke: 'revoked',
  search: 'searched by their last four digits',
  set: 'set',
  unlock: 'unlocked',
  upload: 'uploaded',
};

/**
 * An action's code as people say it: `loan.create` is `Loan created`; what is no verb stays as it is, as in `Second
 * factor: reset request`.
 */
export function actionName(code: string): string {
  const [noun = '', ...verbs] = code.split('.');
  const act = verbs.join(' ');
  const isDone = done[act];
  if (isDone) return `${entityName(noun)} ${isDone}`;
  return act ? `${entityName(noun)}: ${words(act)}` : entityName(noun);
}

/** What an entry is about: `Loan 31`, a person by name. */
export function recordName(entity: string, id: string, people: readonly AuditPerson[]): string {
  if (entity === 'audit') return entityName(entity);
  const name = entity === 'user' && people.find((person) => String(person.id) === id)?.name;
  return name || `${entityName(entity)} ${id.length > 20 ? `${id.slice(0, 8)}…` : id}`;
}

/** A field's code as a label. */
export const fieldName = (path: readonly string[]): string =>
  path.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : sentence(words(part)))).join(' › ');
