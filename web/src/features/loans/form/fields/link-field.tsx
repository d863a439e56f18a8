import { itemTitle } from '../catalog';
import { useFormValue } from '../form-context';
import { itemsAt } from '../path';
import { useBorrowerNames } from './check-fields';
import { SelectField } from './choice-field';
import type { FieldProps } from './field-props';

/** A reference to a property of the application or to a borrower. */
export const LinkField = (props: FieldProps) =>
  props.path.endsWith('/ownedProperty') ? <PropertyLink {...props} /> : <BorrowerLink {...props} />;

function PropertyLink(props: FieldProps) {
  const properties = useFormValue((store) => itemsAt(store.application, 'ownedProperties'));
  const options = properties.map((item) => ({ value: item.id, label: itemTitle('ownedProperties', item) }));
  return <SelectField {...props} options={options} />;
}

function BorrowerLink(props: FieldProps) {
  return <SelectField {...props} options={useBorrowerNames()} />;
}
