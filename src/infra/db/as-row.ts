/** Values under the database's own names: as JSON, what `jsonb_populate_record` fills a row from. */
export const asRow = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [inDatabase(name), value]))

const inDatabase = (name: string): string => name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)
