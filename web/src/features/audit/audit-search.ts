/** What the page's address holds: which entries are shown. */
export type AuditSearch = {
  /** The first and the last day, `2026-11-21`, in the company's time zone. */
  from?: string;
  to?: string;
  /** Id of a user. */
  person?: string;
  /** Id of a user for whom someone else acted. */
  actingFor?: string;
  action?: string;
  /** The kind of record, and the id of one. */
  entity?: string;
  entityId?: string;
  /** Path of a changed field, or its end. */
  field?: string;
  /** Network address, or a network. */
  address?: string;
  /** Another view than the log. */
  view?: 'reveals' | 'verification';
};

const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value;
  return typeof read === 'string' && read !== '' ? read : undefined;
};
const matching = (pattern: RegExp, value: unknown): string | undefined => {
  const read = text(value);
  return read && pattern.test(read) ? read : undefined;
};
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads an address; what it does not understand is left out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const entity = text(search.entity);
  const read: AuditSearch = {
    from: matching(day, search.from),
    to: matching(day, search.to),
    person: matching(/^\d+$/, search.person),
    actingFor: matching(/^\d+$/, search.actingFor),
    action: text(search.action),
    entity,
    entityId: entity ? text(search.entityId) : undefined,
    field: text(search.field),
    address: text(search.address),
    view: search.view === 'reveals' || search.view === 'verification' ? search.view : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The same as the server takes it. */
export const queryOf = ({ person, actingFor, view, ...search }: AuditSearch) => ({
  ...search,
  person: person ? Number(person) : undefined,
  actingFor: actingFor ? Number(actingFor) : undefined,
  reveals: view === 'reveals' ? true : undefined,
});

export const isFiltered = ({ view: _, ...search }: AuditSearch): boolean => Object.keys(search).length > 0;
