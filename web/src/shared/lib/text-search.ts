/** Reads the named text parameters from the URL and ignores all others. */
export const textSearch =
  <Key extends string>(...keys: Key[]) =>
  (search: Record<string, unknown>): { [K in Key]?: string } => {
    const known: { [K in Key]?: string } = {};
    for (const key of keys) {
      const value = search[key];
      if (typeof value === 'string' && value !== '') known[key] = value;
    }
    return known;
  };
