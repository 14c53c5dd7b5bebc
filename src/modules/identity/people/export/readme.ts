import type { RowsOfPerson } from './exporter.ts'

/** Writes the text that describes each file of the export. */
export const readmeOf = (rows: readonly RowsOfPerson[], at: Date): string =>
  [
    'Everything that this Posthorn installation stores about you',
    '',
    `Made at ${at.toISOString()}. Each JSON file is a list with one row on each line. Times are in UTC.`,
    'An empty list means that there is no such data.',
    '',
    ...rows.map(({ table, about }) => `${`${table}.json`.padEnd(30)} ${about}`),
    `${'media/'.padEnd(30)} Your files. media.json lists them by their ID, with which each file name begins.`,
    '',
    'Not included: passwords and other secrets, which the service itself cannot read back; short-lived technical rows;',
    'and what other people wrote or own, also where it concerns your posts.',
    '',
    'To have all of this deleted, delete your account under Settings, or with DELETE /v1/auth/me.',
    '',
  ].join('\n')
