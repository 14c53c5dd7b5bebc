import type { Readable } from 'node:stream'
import { inTx } from '#infra/db/client.ts'
import { type ZipEntry, zipOf } from '#infra/zip/zip.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import type { RowsOfPerson } from './exporter.ts'
import { exportEveryMs, noteExport, readRows } from './store.ts'

type ExportDeps = Pick<IdentityDeps, 'db' | 'clock' | 'exporters'>

/** Returns everything that the installation stores about the caller, as a streamed zip file. */
export async function exportMe(deps: ExportDeps, caller: Caller): Promise<Readable> {
  const at = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    if (!(await noteExport(tx, caller.uid, at)))
      refuse('rate_limited', {
        retryAfterMs: exportEveryMs,
        detail: 'Exports are limited to one per hour. Try again later.',
      })
    const subject = toWire('usr', caller.uid)
    await writeAudit(tx, { at, caller, ownerUid: caller.uid, action: 'user.exported', subject })
  })
  return zipOf(listEntries(deps, caller.uid, at), at)
}

async function* listEntries({ db, exporters }: ExportDeps, uid: UserId, at: Date): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', body: only(readmeOf(exporters.rows, at)) }
  for (const of of exporters.rows) yield { name: fileNameOf(of), body: arrayOf(readRows(db, of, uid)) }
  for await (const { name, body } of exporters.files(uid)) yield { name, body, isCompressed: true }
}

const fileNameOf = ({ table }: RowsOfPerson): string => `${table}.json`

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

/** Writes rows as a JSON array, one on each line. */
async function* arrayOf(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let lead = '[\n'
  for await (const row of rows) {
    yield lead + row
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}

/** Writes the text that describes each file of the export. */
const readmeOf = (rows: readonly RowsOfPerson[], at: Date): string =>
  [
    'Everything that this Posthorn installation stores about you',
    '',
    `Created ${at.toISOString()}. Each JSON file is a list with one row per line. Times are in UTC.`,
    'An empty list means there’s no data of that type.',
    '',
    ...rows.map(({ table, about }) => `${`${table}.json`.padEnd(30)} ${about}`),
    `${'media/'.padEnd(30)} Your files. media.json lists them by their ID, with which each file name begins.`,
    `${'photos/'.padEnd(30)} Your photo, and those of your brands.`,
    '',
    'Not included: passwords and other secrets, which the service itself cannot read back; short-lived technical rows;',
    'and what other people wrote or own, also where it concerns your posts.',
    '',
    'To have all of this deleted, delete your account under Settings, or with DELETE /v1/auth/me.',
    '',
  ].join('\n')
