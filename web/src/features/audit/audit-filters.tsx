import '@mantine/core/styles/Combobox.layer.css';
import { Button, Select, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { DateField } from '@/shared/ui/date-field';
import { auditLookupsQuery } from './audit-log';
import classes from './audit-log.module.css';
import type { AuditSearch } from './audit-search';
import { texts } from './texts';
import { actionName, entityName, recordName } from './words';

type Props = { search: AuditSearch; onChange: (change: Partial<AuditSearch>) => void };

/** What the log is narrowed to. */
export function AuditFilters({ search, onChange }: Props) {
  const lookups = useQuery(auditLookupsQuery).data;
  const people = lookups?.people ?? [];
  const clear = { clearable: true, searchable: true, nothingFoundMessage: texts.none } as const;
  return (
    <search className={classes.filters} aria-label={texts.filters}>
      <DateField
        label={texts.from}
        clearable
        maxDate={search.to}
        value={search.from ?? null}
        onChange={(from) => onChange({ from: from ?? undefined })}
      />
      <DateField
        label={texts.to}
        clearable
        minDate={search.from}
        value={search.to ?? null}
        onChange={(to) => onChange({ to: to ?? undefined })}
      />
      <Select
        {...clear}
        label={texts.person}
        placeholder={texts.everybody}
        clearButtonProps={{ 'aria-label': `${texts.clear}: ${texts.person}` }}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.person ?? null}
        onChange={(person) => onChange({ person: person ?? undefined })}
      />
      <Select
        {...clear}
        label={texts.actedFor}
        placeholder={texts.everybody}
        clearButtonProps={{ 'aria-label': `${texts.clear}: ${texts.actedFor}` }}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.actingFor ?? null}
        onChange={(actingFor) => onChange({ actingFor: actingFor ?? undefined })}
      />
      <Select
        {...clear}
        label={texts.action}
        placeholder={texts.allActions}
        clearButtonProps={{ 'aria-label': `${texts.clear}: ${texts.action}` }}
        data={(lookups?.actions ?? []).map((action) => ({ value: action, label: actionName(action) }))}
        value={search.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <Select
        {...clear}
        label={texts.kind}
        placeholder={texts.allKinds}
        clearButtonProps={{ 'aria-label': `${texts.clear}: ${texts.kind}` }}
        data={(lookups?.entities ?? []).map((entity) => ({ value: entity, label: entityName(entity) }))}
        value={search.entity ?? null}
        onChange={(entity) => onChange({ entity: entity ?? undefined, entityId: undefined })}
      />
      <Typed
        label={texts.changedField}
        placeholder={texts.changedFieldHint}
        value={search.field}
        onChange={(field) => onChange({ field })}
      />
      <Typed
        label={texts.address}
        placeholder={texts.addressHint}
        value={search.address}
        onChange={(address) => onChange({ address })}
      />
      {search.entity && search.entityId && (
        <Button
          variant="default"
          className={classes.record}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={texts.allRecords}
          onClick={() => onChange({ entityId: undefined })}
        >
          {texts.onlyRecord(recordName(search.entity, search.entityId, people))}
        </Button>
      )}
    </search>
  );
}

type TypedProps = {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A text that filters once the user presses Enter or leaves the field. */
function Typed({ label, placeholder, value, onChange }: TypedProps) {
  return (
    <TextInput
      // Another value from the address, such as a cleared filter, replaces what was typed.
      key={value}
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      maxLength={100}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value);
      }}
    />
  );
  function take(typed: string) {
    const text = typed.trim() || undefined;
    if (text !== value) onChange(text);
  }
}
