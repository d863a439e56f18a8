import type { ComponentType, CSSProperties } from 'react';
import { fieldAt } from '../catalog';
import { useForm, useIsAsked } from '../form-context';
import { AddressField } from './address-field';
import { AnswerField } from './answer-field';
import { ChoicesField, FlagField, OwnersField } from './check-fields';
import { ChoiceField, StateField } from './choice-field';
import { DateEntryField } from './date-entry-field';
import classes from './field.module.css';
import type { FieldProps } from './field-props';
import { LinkField } from './link-field';
import { ReadOnlyField } from './read-only-field';
import { SealedField } from './sealed-field';
import { TextField } from './text-field';

const components: Readonly<Record<string, ComponentType<FieldProps>>> = {
  choice: ChoiceField,
  choices: ChoicesField,
  state: StateField,
  yesno: AnswerField,
  answer: AnswerField,
  flag: FlagField,
  owners: OwnersField,
  link: LinkField,
  date: DateEntryField,
  address: AddressField,
  taxpayer: SealedField,
  'sealed-date': SealedField,
  account: SealedField,
  derived: ReadOnlyField,
};

/** Kinds that show themselves to people who only read. */
const showsItself = new Set(['address', 'taxpayer', 'sealed-date', 'account']);

type Props = { path: string; span?: number | undefined; isInTable?: boolean; section?: string; label?: string };

/** A field of the catalog, by its path. Shows nothing while the field isn't asked. */
export function Field({ path, span, isInTable = false, section, label }: Props) {
  const { isReadOnly } = useForm();
  const isAsked = useIsAsked(path);
  const field = fieldAt(path);
  if (!field || !isAsked) return null;
  const Shown = isReadOnly && !showsItself.has(field.kind) ? ReadOnlyField : (components[field.kind] ?? TextField);
  return (
    <div
      className={classes.cell}
      style={span ? ({ '--span': span } as CSSProperties) : undefined}
      data-kind={field.kind}
    >
      <Shown
        path={path}
        label={label ?? field.label}
        kind={field.kind}
        list={field.list}
        section={section ?? field.section}
        isInTable={isInTable}
      />
    </div>
  );
}
