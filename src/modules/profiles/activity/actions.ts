import { Readable } from 'node:stream'
import { byteOrderMark, writeCsvRow } from '#infra/csv/write-row.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { hasRight, type ProfileRole } from '#kernel/rights.ts'
import { listProfileEntries, type ProfileEntry } from '#modules/audit/index.ts'
import { faceUrl } from '#modules/faces/index.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import type { ActivityExportQuery, ActivityQuery } from './schema.ts'

/** The days for which the activity of a profile is listed. The audit log of the installation keeps its entries. */
export const activityDays = 365

/** Returns who did what in a profile, newest first. */
export async function readActivity(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  { limit, cursor, ...filters }: ActivityQuery,
) {
  const { role } = await profileFor(deps.db, caller, id, 'read')
  const { filter, keptFrom } = readable(deps, role, filters)
  const { items, ...rest } = await listProfileEntries(deps.db, id, filter, { limit, cursor })
  return { entries: items.map((entry) => present(deps, entry)), keptFrom, ...rest }
}

type Filters = Omit<ActivityQuery, 'limit' | 'cursor'>

/** Returns what the filters match within what is kept. Only those who manage the profile see its open invitations. */
function readable({ clock }: Pick<ProfileDeps, 'clock'>, role: ProfileRole, { from, ...filters }: Filters) {
  const keptFrom = before(clock.now(), days(activityDays))
  const hidden = [
    ...(hasRight(role, 'manage') ? [] : ['profile_invite']),
    // Addresses of guests are for those who can invite them.
    ...(hasRight(role, 'publish') ? [] : ['guest']),
  ]
  return { filter: { ...filters, hidden, from: from && from > keptFrom ? from : keptFrom }, keptFrom }
}

const present = (deps: ProfileDeps, entry: ProfileEntry) => {
  const { id, at, actorUid, actorName, actorFaceId, source, programId, programName, action, subject, changes } = entry
  return {
    id,
    at,
    actor: { uid: actorUid, name: actorName, avatarUrl: faceUrl(deps, actorFaceId) },
    source: { kind: source, id: programId, name: programName },
    action,
    subject,
    changes,
  }
}

const columns = ['at', 'personId', 'person', 'source', 'sourceName', 'action', 'subject', 'changes'] as const

const entriesAtOnce = 500

/** Writes the activity of a profile as CSV, newest first, in bounded memory. */
export async function exportActivity(
  deps: ProfileDeps,
  caller: Caller,
  id: ProfileId,
  { bom, ...filters }: ActivityExportQuery,
): Promise<Readable> {
  const { role } = await profileFor(deps.db, caller, id, 'read')
  const { filter } = readable(deps, role, filters)
  const readOn = (cursor?: string) => listProfileEntries(deps.db, id, filter, { limit: entriesAtOnce, cursor })
  // An early error still becomes a refusal.
  const first = await readOn()
  async function* write(): AsyncGenerator<string> {
    yield (bom === 'true' ? byteOrderMark : '') + writeCsvRow(columns)
    for (let page = first; ; page = await readOn(page.nextCursor)) {
      yield page.items.map(writeEntry).join('')
      if (page.nextCursor === null) return
    }
  }
  return Readable.from(write(), { objectMode: false })
}

const writeEntry = ({ at, actorUid, actorName, source, programName, action, subject, changes }: ProfileEntry): string =>
  writeCsvRow([
    at.toISOString(),
    actorUid && toWire('usr', actorUid),
    actorName,
    source,
    programName,
    action,
    subject,
    JSON.stringify(changes),
  ])
