/** Renames keys to the database's names, so that `jsonb_populate_record` can fill a row from the values. */
export const asRow = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [inDatabase(name), value]))

const inDatabase = (name: string): string => name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)
