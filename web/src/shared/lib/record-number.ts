/** Path parameter with a record's id. If it isn't a number, the route doesn't match and the result is Not Found. */
export function recordNumber<Name extends string>(name: Name) {
  return {
    parse: (params: Record<Name, string>) => {
      const number = Number(params[name]);
      return (
        /^[1-9]\d*$/.test(params[name]) && Number.isSafeInteger(number) && ({ [name]: number } as Record<Name, number>)
      );
    },
    stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
  };
}
