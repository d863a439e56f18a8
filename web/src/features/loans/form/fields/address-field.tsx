import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { addressParts } from '../catalog';
import { useForm, useValue } from '../form-context';
import { texts } from '../texts';
import { StateField } from './choice-field';
import classes from './field.module.css';
import type { FieldProps } from './field-props';
import { ReadOnlyField } from './read-only-field';
import { TextField } from './text-field';

const domestic = ['line', 'unit', 'city', 'state', 'postalCode'];
const foreign = ['country', 'province', 'foreignPostalCode'];

/** An address with one field for each part. Only the loan's property has a county. */
export function AddressField(props: FieldProps) {
  const { path, label } = props;
  const { isReadOnly } = useForm();
  const country = useValue(`${path}/country`);
  const [isForeign, setForeign] = useState(false);
  const isAbroad = isForeign || (typeof country === 'string' && country !== 'US');
  const isProperty = path === 'property/address';
  const parts = [...domestic, ...(isProperty ? ['county'] : []), ...(isAbroad ? foreign : [])];
  return (
    <fieldset className={classes.address} data-county={isProperty || undefined}>
      <legend className={classes.legend}>{label}</legend>
      {parts.map((part) => (
        <AddressPart key={part} {...props} part={part} />
      ))}
      {!isAbroad && !isProperty && !isReadOnly && (
        <UnstyledButton className={classes.abroad} onClick={() => setForeign(true)}>
          {texts.abroad}
        </UnstyledButton>
      )}
    </fieldset>
  );
}

function AddressPart({ part, ...props }: FieldProps & { part: string }) {
  const { isReadOnly } = useForm();
  const kind = part === 'postalCode' ? 'postalCode' : part === 'state' ? 'state' : 'text';
  const own = { ...props, path: `${props.path}/${part}`, label: addressParts[part] ?? part, kind, list: '' };
  const Field = isReadOnly ? ReadOnlyField : part === 'state' ? StateField : TextField;
  return (
    <div className={classes.part} data-part={part}>
      <Field {...own} />
    </div>
  );
}
