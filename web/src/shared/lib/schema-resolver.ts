import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Adapts schemas for the form library: the first message of each field. */
export const schemaResolver =
  <Form extends FieldValues>(...schemas: z.ZodType[]): Resolver<Form> =>
  (values) => {
    const problems: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of schemas.flatMap((schema) => schema.safeParse(values).error?.issues ?? [])) {
      problems[String(path[0])] ??= { type: 'rule', message };
    }
    if (Object.keys(problems).length === 0) return { values, errors: {} };
    return { values: {}, errors: problems as FieldErrors<Form> };
  };
