import { Field } from '../fields/field';
import { useValue } from '../form-context';

/** A mortgage outside section 3 can be linked to the property that secures it. */
export function SecuredBy({ path }: { path: string }) {
  const kind = useValue(`${path}/kind`);
  return (kind === 'MortgageLoan' || kind === 'HELOC') && <Field path={`${path}/ownedProperty`} section="2c" />;
}
